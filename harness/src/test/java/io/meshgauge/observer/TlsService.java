package io.meshgauge.observer;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** A service behind mutual TLS that refuses unknown callers with the response of Envoy. */
final class TlsService implements AutoCloseable {
  private static final char[] NO_PASSWORD = new char[0];

  private final HttpsServer server;
  private final ExecutorService workers = Executors.newCachedThreadPool();

  /**
   * Starts a service.
   *
   * @param callers SPIFFE names that it answers
   */
  TlsService(Credential own, CredentialIssuer passports, Set<String> callers)
      throws IOException, GeneralSecurityException {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    SSLContext context = context(own, passports);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters tls = context.getDefaultSSLParameters();
            tls.setNeedClientAuth(true);
            parameters.setSSLParameters(tls);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          String caller = name(((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0]);
          boolean known = callers.contains(caller);
          byte[] body =
              (known ? "hello" : "RBAC: access denied").getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(known ? 200 : 403, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.setExecutor(workers);
    server.start();
  }

  Address address() {
    return Address.loopback(server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }

  private static String name(Certificate certificate) {
    try {
      return ((X509Certificate) certificate)
          .getSubjectAlternativeNames().stream()
              .map(it -> String.valueOf(it.get(1)))
              .findFirst()
              .orElse("");
    } catch (CertificateParsingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SSLContext context(Credential own, CredentialIssuer passports)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry("own", own.key(), NO_PASSWORD, own.chain().toArray(new Certificate[0]));
    KeyManagerFactory identity = KeyManagerFactory.getInstance("PKIX");
    identity.init(keys, NO_PASSWORD);
    KeyStore roots = KeyStore.getInstance("PKCS12");
    roots.load(null, null);
    List<X509Certificate> trusted = passports.trusted();
    for (X509Certificate root : trusted) {
      roots.setCertificateEntry(Integer.toString(Arrays.hashCode(root.getSignature())), root);
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(roots);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
