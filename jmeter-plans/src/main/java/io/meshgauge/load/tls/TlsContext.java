package io.meshgauge.load.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A JDK TLS context with trusted authorities and client identity. Contexts of the same settings and
 * files are equal, so that connections can be shared.
 */
public final class TlsContext {

  private static final Map<Source, TlsContext> READ = new ConcurrentHashMap<>();

  private final TlsSettings settings;
  private final TrustManager[] trust;
  private final KeyManager[] identity;
  private final SSLContext context;

  /** Settings, and the modification times of their files. */
  private record Source(TlsSettings settings, List<FileTime> ages) {}

  private TlsContext(TlsSettings settings) {
    this.settings = settings;
    try {
      trust = settings.verify() ? trust(settings) : new TrustManager[] {new TrustAll()};
      identity = identity(settings);
      context = SSLContext.getInstance("TLS");
      context.init(identity, trust, null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("TLS cannot be set up from " + settings + ": " + e, e);
    }
  }

  /**
   * Reads the files of the settings, or returns the cached context.
   *
   * @throws IllegalArgumentException naming a file that cannot be used
   */
  public static TlsContext of(TlsSettings settings) {
    List<FileTime> ages =
        Stream.of(settings.authorities(), settings.certificate(), settings.key())
            .map(TlsContext::age)
            .toList();
    return READ.computeIfAbsent(new Source(settings, ages), unused -> new TlsContext(settings));
  }

  private static FileTime age(String file) {
    try {
      return file.isEmpty() ? FileTime.fromMillis(0) : Files.getLastModifiedTime(Path.of(file));
    } catch (IOException e) {
      // The reader of the file reports it, with its purpose.
      return FileTime.fromMillis(0);
    }
  }

  private static TrustManager[] trust(TlsSettings settings)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities(settings.authorities()));
    return factory.getTrustManagers();
  }

  /** The trusted authorities; null for the JVM's own. */
  private static @Nullable KeyStore authorities(String file)
      throws GeneralSecurityException, IOException {
    if (file.isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    for (X509Certificate authority :
        new Pem(Path.of(file), "trusted certificate authority").certificates()) {
      store.setCertificateEntry("authority-" + store.size(), authority);
    }
    return store;
  }

  private static KeyManager[] identity(TlsSettings settings)
      throws GeneralSecurityException, IOException {
    if (settings.certificate().isEmpty()) {
      return new KeyManager[0];
    }
    char[] unsaved = new char[0];
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client",
        new Pem(Path.of(settings.key()), "client's key").key(),
        unsaved,
        new Pem(Path.of(settings.certificate()), "client's certificate")
            .certificates()
            .toArray(new X509Certificate[0]));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, unsaved);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  /** The JDK's context. */
  public SSLContext context() {
    return context;
  }

  /** Trust managers, for libraries that create their own context. */
  public TrustManager[] trust() {
    return trust.clone();
  }

  /** Key managers, for libraries that create their own context; empty without a certificate. */
  public KeyManager[] identity() {
    return identity.clone();
  }

  /**
   * Parameters of a handshake.
   *
   * @param protocols for ALPN, best first; none for no ALPN
   */
  public SSLParameters parameters(String... protocols) {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setApplicationProtocols(protocols);
    if (settings.verify()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }

  /** The name expected of a server at that host. */
  public String serverName(String host) {
    return settings.serverName().isEmpty() ? host : settings.serverName();
  }

  /** The trusted authorities, for messages. */
  public String trusted() {
    if (!settings.verify()) {
      return "any certificate";
    }
    return settings.authorities().isEmpty() ? "the JVM's own authorities" : settings.authorities();
  }
}
