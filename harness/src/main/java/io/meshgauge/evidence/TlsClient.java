package io.meshgauge.evidence;

import io.meshgauge.identity.Credential;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Protocol;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** A TLS client of ours that trusts the run's authority and shows a given credential, or none. */
final class TlsClient {
  private static final int URI_NAME = 6;
  private static final int REFUSAL_MILLIS = 200;

  private final X509Certificate trusted;

  TlsClient(X509Certificate trusted) {
    this.trusted = trusted;
  }

  /**
   * How a server took a client.
   *
   * @param accepted whether it answered
   * @param silent whether it neither answered nor refused us in time
   * @param session version and cipher; empty when no handshake came about
   * @param server the name in the server's certificate; empty when unknown
   * @param words what happened
   */
  record Reception(boolean accepted, boolean silent, String session, String server, String words) {
    static Reception refused(String words) {
      return new Reception(false, false, "", "", words);
    }
  }

  /**
   * Calls a server and says how it took us.
   *
   * @throws IOException when there is no connection at all
   */
  Reception call(Address address, Protocol protocol, Optional<Credential> credential)
      throws IOException {
    try (Socket plain = PlaintextProbe.connect(address);
        SSLSocket socket =
            (SSLSocket)
                context(credential)
                    .getSocketFactory()
                    .createSocket(plain, address.host(), address.port(), true)) {
      socket.startHandshake();
      SSLSession session = socket.getSession();
      String words = session.getProtocol() + ", " + session.getCipherSuite();
      if (speaksFirst(socket)) {
        return new Reception(true, false, words, server(session), "the server spoke first");
      }
      Answer answer = Answer.to(Opening.greeting(protocol), socket);
      return new Reception(
          answer.readable(), answer.silent(), words, server(session), answer.words());
    } catch (SSLException e) {
      return Reception.refused(String.valueOf(e.getMessage()));
    } catch (SocketException e) {
      return Reception.refused("connection lost: " + e.getMessage());
    }
  }

  /**
   * Waits a moment for the server. In TLS 1.3 a refusal of our certificate arrives only behind the
   * handshake; whoever writes first hears of a broken pipe instead of the reason.
   */
  private static boolean speaksFirst(SSLSocket socket) throws IOException {
    try {
      socket.setSoTimeout(REFUSAL_MILLIS);
      if (socket.getInputStream().read() < 0) {
        throw new SSLException("closed without an answer");
      }
      return true;
    } catch (SocketTimeoutException e) {
      socket.setSoTimeout(PlaintextProbe.TIMEOUT_MILLIS);
      return false;
    }
  }

  private SSLContext context(Optional<Credential> credential) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("run", trusted);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      KeyManager[] keys =
          credential
              .map(it -> new KeyManager[] {new FixedIdentity(it)})
              .orElseGet(() -> new KeyManager[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java runtime cannot set up TLS", e);
    }
  }

  private static String server(SSLSession session) throws IOException {
    Certificate[] chain = session.getPeerCertificates();
    try {
      Collection<List<?>> names = ((X509Certificate) chain[0]).getSubjectAlternativeNames();
      return (names == null ? List.<List<?>>of() : names)
          .stream()
              .filter(name -> name.get(0).equals(URI_NAME))
              .map(name -> String.valueOf(name.get(1)))
              .findFirst()
              .orElse("");
    } catch (CertificateParsingException e) {
      return "";
    }
  }
}
