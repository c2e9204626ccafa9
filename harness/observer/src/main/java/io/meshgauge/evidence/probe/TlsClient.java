package io.meshgauge.evidence.probe;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.identity.Credential;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.NegotiatedTls;
import io.meshgauge.topology.connection.ServerCertificate;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.BCSSLSocket;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.tls.TlsException;
import org.jspecify.annotations.Nullable;

/** A TLS client of ours that trusts given authorities and shows a given credential, or none. */
public final class TlsClient {
  private static final int REFUSAL_MILLIS = 200;

  /** The library offers a signature only together with the group of its key. */
  private static final String CURVE_OF_CERTIFICATES = "secp256r1";

  /** Its lines about refused handshakes are no messages to the user. */
  private static final Logger LIBRARY = Logger.getLogger("org.bouncycastle.jsse");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  private static final String LOST = "connection lost: ";

  /** What Istio's sidecars offer each other, and by which their inbound listeners tell them. */
  private static final Map<Protocol, List<String>> ISTIO_ALPN =
      new EnumMap<>(
          Map.of(
              Protocol.HTTP1, List.of("istio-http/1.1", "istio", "http/1.1"),
              Protocol.GRPC, List.of("istio-h2", "istio", "h2"),
              Protocol.TCP, List.of("istio-peer-exchange", "istio")));

  /** A tunnel is a request of HTTP/2. */
  private static final List<String> TUNNEL_ALPN = List.of("h2");

  private final List<X509Certificate> trusted;
  private final ProbeOptions options;
  private final Optional<List<String>> groups;

  public TlsClient(List<X509Certificate> trusted, ProbeOptions options) {
    this(trusted, options, Optional.empty());
  }

  /**
   * A client that offers some groups only.
   *
   * @param groups of the key exchange, by their registered names, in addition to P-256, without
   *     which no certificate of ours could be verified; empty: those of the Java runtime
   */
  public TlsClient(
      List<X509Certificate> trusted, ProbeOptions options, Optional<List<String>> groups) {
    this.trusted = trusted;
    this.options = options;
    this.groups = groups;
  }

  /**
   * How a server took a client.
   *
   * @param accepted whether it answered, and not to say that a policy refuses us
   * @param silent whether it neither answered nor refused us in time
   * @param tls what was negotiated; null when no handshake came about
   * @param key of the server's certificate; null when none was shown, or of none of our kinds
   * @param words what happened
   */
  public record Reception(
      boolean accepted,
      boolean silent,
      @Nullable NegotiatedTls tls,
      @Nullable CertificateKey key,
      String words) {
    static Reception refused(String words) {
      return new Reception(false, false, null, null, words);
    }

    /** Version and cipher; empty when no handshake came about. */
    public String session() {
      return tls == null ? "" : "%s, %s".formatted(tls.versions().first(), tls.ciphers().first());
    }

    /** The server's certificate; empty when no handshake came about. */
    public Optional<ServerCertificate> certificate() {
      return Optional.ofNullable(tls).map(NegotiatedTls::certificate);
    }

    /** The name in the server's certificate; empty when unknown. */
    public String server() {
      return certificate().map(ServerCertificate::name).orElse("");
    }

    /** The evidence, with the TLS of this reception. */
    public Evidence addTo(Evidence evidence) {
      return tls == null ? evidence : evidence.with(tls);
    }

    /** Whether we were left without a word, not even the alert of a refused handshake. */
    public boolean unexplained() {
      return !accepted && (words.equals(ProbeResponse.HUNG_UP) || words.startsWith(LOST));
    }
  }

  /**
   * Calls the server of a wire; of a tunnel it is asked to open it.
   *
   * @throws IOException when there is no connection at all
   */
  public Reception call(Wire wire, Optional<Credential> credential) throws IOException {
    return call(wire.subject(), wire.address(), wire.hop(), credential, wire.inner());
  }

  /**
   * Calls a server and says how it took us.
   *
   * @throws IOException when there is no connection at all
   */
  public Reception call(Address address, Hop hop, Optional<Credential> credential)
      throws IOException {
    return call(hop.toString(), address, hop, credential, Optional.empty());
  }

  private Reception call(
      String subject,
      Address address,
      Hop hop,
      Optional<Credential> credential,
      Optional<Address> inner)
      throws IOException {
    // An absent server is no refusal, so connecting is outside of the try block.
    Socket plain = PlaintextProbe.connect(address);
    List<String> protocols = inner.isPresent() ? TUNNEL_ALPN : alpn(hop.protocol());
    try (SSLSocket socket = over(plain, address, context(credential), protocols)) {
      SSLSession session = socket.getSession();
      X509Certificate shown = (X509Certificate) session.getPeerCertificates()[0];
      byte[] heard = firstWords(socket);
      ProbeResponse answer =
          inner.isPresent()
              ? ProbeResponse.toTunnel(inner.get(), heard, socket)
              : converse(hop, heard, socket);
      return new Reception(
          answer.accepted(),
          answer.silent(),
          negotiated(subject, session, shown),
          CertificateKey.of(shown.getPublicKey()).orElse(null),
          answer.words());
    } catch (SSLException | TlsException e) {
      return Reception.refused(String.valueOf(e.getMessage()));
    } catch (SocketException e) {
      return Reception.refused(LOST + e.getMessage());
    }
  }

  /**
   * A connection to the server of a wire, after the handshake.
   *
   * @param context of {@link #context}
   * @throws IOException when there is no connection, or no handshake
   */
  public Socket connect(Wire wire, SSLContext context) throws IOException {
    return over(
        PlaintextProbe.connect(wire.address()),
        wire.address(),
        context,
        alpn(wire.hop().protocol()));
  }

  private SSLSocket over(Socket plain, Address address, SSLContext context, List<String> protocols)
      throws IOException {
    try {
      SSLSocket socket =
          (SSLSocket)
              context.getSocketFactory().createSocket(plain, address.host(), address.port(), true);
      offer(socket, protocols);
      socket.startHandshake();
      return socket;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private List<String> alpn(Protocol protocol) {
    return options.istioAlpn() ? Objects.requireNonNull(ISTIO_ALPN.get(protocol)) : List.of();
  }

  private void offer(SSLSocket socket, List<String> protocols) {
    if (groups.isPresent()) {
      BCSSLSocket extended = (BCSSLSocket) socket;
      BCSSLParameters parameters = extended.getParameters();
      parameters.setNamedGroups(
          Stream.concat(groups.get().stream(), Stream.of(CURVE_OF_CERTIFICATES))
              .toArray(String[]::new));
      parameters.setApplicationProtocols(protocols.toArray(new String[0]));
      extended.setParameters(parameters);
    } else if (!protocols.isEmpty()) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(protocols.toArray(new String[0]));
      socket.setSSLParameters(parameters);
    }
  }

  private ProbeResponse converse(Hop hop, byte[] heard, SSLSocket socket) {
    if (ProbeOpening.greeting(hop).length == 0) {
      return new ProbeResponse(
          Optional.of(TrafficKind.OTHER), false, false, "the handshake is complete; no request");
    }
    if (hop.protocol() == Protocol.GRPC && options.callersOnly()) {
      return ProbeResponse.toHttp2(ProbeOpening.question(hop), heard, socket);
    }
    if (heard.length > 0) {
      return new ProbeResponse(
          Optional.of(TrafficKind.HTTP2), false, false, "the server spoke first");
    }
    return ProbeResponse.greet(hop, socket);
  }

  /**
   * Waits a moment for the server. In TLS 1.3 a refusal of our certificate arrives only behind the
   * handshake; a client that writes first sees a broken pipe instead of the reason.
   */
  private byte[] firstWords(SSLSocket socket) throws IOException {
    if (groups.isPresent()) {
      // A timeout of the library's socket ends the connection.
      pause();
      socket.setSoTimeout(PlaintextProbe.TIMEOUT_MILLIS);
      return new byte[0];
    }
    try {
      socket.setSoTimeout(REFUSAL_MILLIS);
      byte[] buffer = new byte[1_024];
      int length = socket.getInputStream().read(buffer);
      if (length < 0) {
        throw new SSLException(ProbeResponse.HUNG_UP);
      }
      socket.setSoTimeout(PlaintextProbe.TIMEOUT_MILLIS);
      return Arrays.copyOf(buffer, length);
    } catch (SocketTimeoutException e) {
      socket.setSoTimeout(PlaintextProbe.TIMEOUT_MILLIS);
      return new byte[0];
    }
  }

  private static void pause() {
    try {
      Thread.sleep(REFUSAL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What connections of a credential have in common; sessions are resumed within it. */
  public SSLContext context(Optional<Credential> credential) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (X509Certificate root : trusted) {
        store.setCertificateEntry("root " + store.size(), root);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      KeyManager[] keys =
          credential
              .map(it -> new KeyManager[] {new FixedIdentity(it)})
              .orElseGet(() -> new KeyManager[0]);
      // The Java runtime has neither ML-KEM nor, at this level, a choice of groups.
      SSLContext context =
          groups.isPresent()
              ? SSLContext.getInstance(
                  "TLS", new BouncyCastleJsseProvider(new BouncyCastleProvider()))
              : SSLContext.getInstance("TLS");
      context.init(keys, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java runtime cannot set up TLS", e);
    }
  }

  private static NegotiatedTls negotiated(
      String subject, SSLSession session, X509Certificate shown) {
    return new NegotiatedTls(
        subject,
        new TreeSet<>(Set.of(session.getProtocol())),
        new TreeSet<>(Set.of(session.getCipherSuite())),
        Collections.emptySortedSet(),
        ServerCertificate.of(shown));
  }
}
