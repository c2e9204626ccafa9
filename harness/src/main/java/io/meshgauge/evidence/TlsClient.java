package io.meshgauge.evidence;

import io.meshgauge.identity.Credential;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Protocol;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
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

  private final X509Certificate trusted;

  TlsClient(X509Certificate trusted) {
    this.trusted = trusted;
  }

  /**
   * How a server took a client.
   *
   * @param accepted whether it answered
   * @param session version and cipher; empty when no handshake came about
   * @param server the name in the server's certificate; empty when unknown
   * @param words what happened
   */
  record Reception(boolean accepted, String session, String server, String words) {}

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
      // In TLS 1.3 a refusal of our certificate arrives only behind the handshake.
      Answer answer = Answer.to(Opening.greeting(protocol), socket);
      String words = session.getProtocol() + ", " + session.getCipherSuite();
      return new Reception(answer.readable(), words, server(session), answer.words());
    } catch (SSLException e) {
      return new Reception(false, "", "", String.valueOf(e.getMessage()));
    } catch (SocketException e) {
      return new Reception(false, "", "", "connection lost: " + e.getMessage());
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
