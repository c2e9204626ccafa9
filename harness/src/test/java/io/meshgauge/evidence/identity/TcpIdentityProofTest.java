package io.meshgauge.evidence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.observer.identity.CredentialStore;
import io.meshgauge.observer.identity.CredentialStore.Holder;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our clients before a server over TCP whose policy closes the connections of strangers without a
 * word, behind a complete handshake.
 */
class TcpIdentityProofTest {
  private static final Hop REDIS =
      new Hop("gateway", "order", Protocol.TCP, Calls.UNKNOWN, new Probe("PING\r\n", ""));
  private static final ProbeOptions ANY_CALLER = ProbeOptions.PLAIN;
  private static final Hop IPERF = new Hop("gateway", "order", Protocol.TCP);
  private static final byte[] PONG = "+PONG\r\n".getBytes(StandardCharsets.US_ASCII);

  /** An iperf3 server asks for the parameters. */
  private static final byte[] PARAMETERS = {9};

  @TempDir Path folder;
  private RunIdentities identities;

  @BeforeEach
  void keys() throws IOException {
    identities = RunIdentities.create(folder, SampleServices.ALL);
  }

  @Test
  void closingRefusesWhereTheServerAnswersTheRightClient() throws Exception {
    List<Evidence> evidence = evidence(REDIS, Optional.of("gateway"), PONG);

    assertThat(evidence)
        .hasSizeGreaterThan(2)
        .allSatisfy(it -> assertThat(it.verdict()).as("%s", it).isEqualTo(Verdict.PROVEN));
    assertThat(evidence)
        .filteredOn(it -> it.subject().endsWith("no certificate"))
        .singleElement()
        .satisfies(it -> assertThat(it.observed()).startsWith("refused: "));
  }

  @Test
  void closingProvesNothingWhereTheServerMayHangUpItself() throws Exception {
    List<Evidence> evidence = evidence(IPERF, Optional.of("gateway"), PARAMETERS);

    assertThat(evidence.get(0).verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(evidence.subList(1, evidence.size()))
        .extracting(Evidence::verdict)
        .containsOnly(Verdict.MISSING);
  }

  @Test
  void closingProvesNothingWhereTheRightClientIsRefusedToo() throws Exception {
    List<Evidence> evidence = evidence(REDIS, Optional.empty(), PONG);

    assertThat(evidence.get(0).verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(evidence.subList(1, evidence.size()))
        .extracting(Evidence::verdict)
        .containsOnly(Verdict.MISSING);
  }

  @Test
  void aWorkloadOfAnotherNodeStandsInForAClientWithoutACredential() throws Exception {
    CredentialStore all = CredentialStore.of(identities, List.of("gateway", "order", "load"));
    Map<String, Holder> holders = new TreeMap<>(all.holders());
    for (String name : List.of("gateway", "order")) {
      holders.computeIfPresent(
          name, (it, holder) -> new Holder(holder.name(), null, holder.untrusted(), null));
    }
    CredentialIssuer issuer = new CredentialStore(all.roots(), holders).open();

    List<Evidence> evidence = evidence(REDIS, Optional.of("load"), PONG, issuer, ANY_CALLER);

    assertThat(evidence).extracting(Evidence::verdict).containsOnly(Verdict.PROVEN);
  }

  @Test
  void aWorkloadOfAnotherNodeIsTheStranger() throws Exception {
    ProbeOptions callersOnly = new ProbeOptions(true, false);

    List<Evidence> evidence =
        evidence(REDIS, Optional.of("gateway"), PONG, identities, callersOnly);

    assertThat(evidence)
        .filteredOn(it -> it.subject().equals("gateway → order: right authority, no caller"))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN);
  }

  @Test
  void onlyTcpOfTheApplicationsOwnIsUnknown() {
    assertThat(REDIS.isUnknownTcp()).isTrue();
    assertThat(IPERF.isUnknownTcp()).isFalse();
    assertThat(new Hop("gateway", "order", Protocol.HTTP1).isUnknownTcp()).isFalse();
  }

  /** The evidence of a server that answers one client, and closes the connections of others. */
  private List<Evidence> evidence(Hop hop, Optional<String> admitted, byte[] answer)
      throws IOException, GeneralSecurityException {
    return evidence(hop, admitted, answer, identities, ANY_CALLER);
  }

  private List<Evidence> evidence(
      Hop hop,
      Optional<String> admitted,
      byte[] answer,
      CredentialIssuer issuer,
      ProbeOptions options)
      throws IOException, GeneralSecurityException {
    SSLServerSocket server =
        (SSLServerSocket) context().getServerSocketFactory().createServerSocket();
    try (server) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.setWantClientAuth(true);
      Optional<X509Certificate> known =
          admitted.flatMap(identities::of).map(it -> it.chain().get(0));
      Thread thread = new Thread(() -> serve(server, known, answer));
      thread.setDaemon(true);
      thread.start();
      DataPlane plane =
          new DataPlane(
              List.of(), Map.of(), List.of(), Map.of(hop, Address.loopback(server.getLocalPort())));
      return new IdentityProof(plane, issuer, options).evidence();
    }
  }

  private SSLContext context() throws IOException, GeneralSecurityException {
    Credential own = identities.of("order").orElseThrow();
    KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
    keys.load(null, null);
    keys.setKeyEntry("own", own.key(), new char[0], own.chain().toArray(new X509Certificate[0]));
    KeyManagerFactory mine = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    mine.init(keys, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(mine.getKeyManagers(), new TrustManager[] {new AnyClient()}, null);
    return context;
  }

  private static void serve(
      SSLServerSocket server, Optional<X509Certificate> admitted, byte[] answer) {
    while (!server.isClosed()) {
      try (SSLSocket socket = (SSLSocket) server.accept()) {
        socket.startHandshake();
        if (admitted.isPresent() && admitted.equals(client(socket))) {
          socket.getInputStream().read(new byte[64]);
          socket.getOutputStream().write(answer);
        }
      } catch (IOException e) {
        // The end of the test.
      }
    }
  }

  private static Optional<Certificate> client(SSLSocket socket) {
    try {
      return Optional.of(socket.getSession().getPeerCertificates()[0]);
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /** The policy is behind the handshake. */
  private static final class AnyClient extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
