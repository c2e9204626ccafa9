package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.identity.IdentityProof;
import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our clients before a server of tunnels that behaves as ztunnel does by its sources. */
class TunnelIdentityTest {
  private static final Hop ORDER = new Hop("gateway", "order", Protocol.HTTP1);
  private static final Hop AUTH = new Hop("gateway", "auth", Protocol.GRPC);
  private static final String SETTINGS = "000000040000000000";
  private static final String OPENED = "000001010400000001" + "88";
  private static final String REFUSED = "000004010400000001" + "48826801";
  private static final int PREFACE = 24;

  @TempDir Path folder;
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private RunIdentities identities;

  @BeforeEach
  void keys() throws IOException {
    identities = RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
  }

  @Test
  void onlyTheRightClientGetsItsTunnel() throws Exception {
    try (ServerSocket order = serve("order", Set.of(name("gateway")));
        ServerSocket auth = serve("auth", Set.of(name("gateway")))) {
      List<Evidence> evidence = evidence(order, auth);

      assertThat(evidence)
          .filteredOn(it -> it.subject().startsWith("gateway → order"))
          .hasSize(5)
          .allSatisfy(it -> assertThat(it.verdict()).as(it.toString()).isEqualTo(Verdict.PROVEN));
      assertThat(evidence)
          .filteredOn(it -> it.subject().equals("gateway → order: right client"))
          .singleElement()
          .satisfies(
              it -> assertThat(it.observed()).contains("TLSv1.3", "/order", "opened the tunnel"));
      assertThat(evidence)
          .filteredOn(it -> it.subject().endsWith("no caller"))
          .extracting(Evidence::observed)
          .allMatch(it -> it.contains("refused the tunnel with status 401"));
      assertThat(asked).containsExactlyInAnyOrder("127.0.0.1:8080", "127.0.0.1:9090");
    }
  }

  @Test
  void aServerThatAdmitsAnybodyOfTheMeshIsFoundOut() throws Exception {
    try (ServerSocket order = serve("order", Set.of(name("gateway"), name("auth")));
        ServerSocket auth = serve("auth", Set.of(name("gateway")))) {
      assertThat(evidence(order, auth))
          .filteredOn(it -> it.subject().equals("gateway → order: right authority, no caller"))
          .extracting(Evidence::verdict)
          .containsExactly(Verdict.DISPROVEN);
    }
  }

  @Test
  void aServerOfAnotherNameIsFoundOut() throws Exception {
    try (ServerSocket order = serve("payment", Set.of(name("gateway")));
        ServerSocket auth = serve("auth", Set.of(name("gateway")))) {
      assertThat(evidence(order, auth))
          .filteredOn(it -> it.subject().equals("gateway → order: right client"))
          .extracting(Evidence::verdict)
          .containsExactly(Verdict.DISPROVEN);
    }
  }

  @Test
  void thePlaintextClientCallsTheServerItselfAndNotTheTunnel() throws Exception {
    try (ServerSocket silent = new ServerSocket()) {
      silent.bind(free());
      int port = silent.getLocalPort();
      DataPlane plane =
          new DataPlane(
                  List.of(), Map.of(), List.of(), Map.of(ORDER, new Address("192.0.2.1", 15008)))
              .tunnelling(Map.of(ORDER, Address.loopback(port)));
      Thread server = new Thread(() -> hangUp(silent));
      server.start();

      assertThat(new PlaintextProbe(plane, new Guarantees(Proxies.BOTH_SIDES, true)).evidence())
          .singleElement()
          .satisfies(it -> assertThat(it.verdict()).isEqualTo(Verdict.PROVEN));
    }
  }

  private List<Evidence> evidence(ServerSocket order, ServerSocket auth) {
    DataPlane plane =
        new DataPlane(
                List.of(),
                Map.of(),
                List.of(),
                Map.of(
                    ORDER, Address.loopback(order.getLocalPort()),
                    AUTH, Address.loopback(auth.getLocalPort())))
            .tunnelling(
                Map.of(
                    // A tunnel that ends at the server is asked for under the server's own address.
                    ORDER, new Address("127.0.0.1", 8080), AUTH, new Address("127.0.0.1", 9090)));
    return new IdentityProof(plane, identities, new ProbeOptions(true, true)).evidence();
  }

  private String name(String workload) {
    return identities.name(workload);
  }

  private ServerSocket serve(String workload, Set<String> admitted)
      throws IOException, GeneralSecurityException {
    SSLServerSocket server =
        (SSLServerSocket) context(workload).getServerSocketFactory().createServerSocket();
    server.bind(free());
    SSLParameters parameters = server.getSSLParameters();
    parameters.setNeedClientAuth(true);
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setApplicationProtocols(new String[] {"h2"});
    server.setSSLParameters(parameters);
    Thread thread = new Thread(() -> accept(server, admitted));
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  private SSLContext context(String workload) throws IOException, GeneralSecurityException {
    Credential own = identities.of(workload).orElseThrow();
    KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
    keys.load(null, null);
    keys.setKeyEntry("own", own.key(), new char[0], own.chain().toArray(new X509Certificate[0]));
    KeyManagerFactory mine = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    mine.init(keys, new char[0]);
    KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
    roots.load(null, null);
    for (X509Certificate root : identities.trusted()) {
      roots.setCertificateEntry("root " + roots.size(), root);
    }
    TrustManagerFactory theirs =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    theirs.init(roots);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(mine.getKeyManagers(), theirs.getTrustManagers(), null);
    return context;
  }

  private void accept(SSLServerSocket server, Set<String> admitted) {
    while (!server.isClosed()) {
      try (SSLSocket socket = (SSLSocket) server.accept()) {
        socket.startHandshake();
        X509Certificate client = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        String name = String.valueOf(client.getSubjectAlternativeNames());
        socket.getOutputStream().write(HexFormat.of().parseHex(SETTINGS));
        asked.add(target(new DataInputStream(socket.getInputStream())));
        boolean welcome = admitted.stream().anyMatch(it -> name.contains(it + "]"));
        socket.getOutputStream().write(HexFormat.of().parseHex(welcome ? OPENED : REFUSED));
        socket.getInputStream().read(new byte[16]);
      } catch (IOException | GeneralSecurityException e) {
        // A client that was refused, or the end of the test.
      }
    }
  }

  /** Who is asked for: what stands behind the last field's name in the frame of fields. */
  private static String target(DataInputStream in) throws IOException {
    in.skipNBytes(PREFACE);
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      in.skipNBytes(5);
      String payload = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
      if (type == 1) {
        return payload.substring(payload.lastIndexOf(0x41) + 2);
      }
    }
  }

  private static void hangUp(ServerSocket server) {
    try {
      server.accept().close();
    } catch (IOException e) {
      // The test is over.
    }
  }

  private static InetSocketAddress free() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}
