package io.meshgauge.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.evidence.ProbeOrigin;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.capture.Encapsulation;
import io.meshgauge.evidence.capture.Exchanges;
import io.meshgauge.evidence.capture.InterNodePackets;
import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.observer.identity.CredentialStore;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End to end on loopback instead of a cluster: client, JSON, server, proofs, TLS servers. */
class ObserverTest {
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final Hop ORDER = new Hop("gateway", "order", Protocol.HTTP1);
  private static final Hop LOGGING = new Hop("order", "logging", Protocol.HTTP1);
  private static final ProbeOptions CALLERS_ONLY = new ProbeOptions(true, true);

  @TempDir Path folder;
  private ObserverServer server;
  private ObserverClient client;
  private RunIdentities identities;

  @BeforeEach
  void start() throws IOException {
    server = ObserverServer.start(0, "n1", new NodeFiles());
    client = new ObserverClient(() -> Address.loopback(server.port()), Thread::new);
    identities =
        RunIdentities.create(
            folder, Topology.of(List.of("order", "gateway", "logging"), List.of()));
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void factsDescribeThisMachine() {
    Facts facts = client.facts();
    assertThat(facts.node()).isEqualTo("n1");
    assertThat(facts.cpus()).isPositive();
    assertThat(facts.memoryBytes()).isGreaterThan(100_000_000L);
    assertThat(facts.kernel()).isEqualTo(System.getProperty("os.version"));
    assertThat(facts.epochMicros() / 1_000_000)
        .isCloseTo(System.currentTimeMillis() / 1_000, Offset.offset(60L));
    assertThat(facts.capture()).isEqualTo(WireWatch.captureOnNode("n1"));
  }

  @Test
  void cpuTimeOfTheMachineGrows() {
    MachineTicks before = client.machine();
    LockSupport.parkNanos(100_000_000L);
    MachineTicks after = client.machine();
    assertThat(after.all()).isGreaterThan(before.all());
    assertThat(after.since(before).busy()).isBetween(0.0, 1.0);
  }

  @Test
  void containersWithoutProcessAreOmitted() {
    assertThat(client.totals(Map.of("order", "containerd://" + "0a".repeat(32)))).isEmpty();
  }

  @Test
  void validCallersAreAcceptedAndOthersRefused() throws Exception {
    try (TlsService order = service("order", Set.of("gateway"));
        TlsService logging = service("logging", Set.of("order"))) {
      List<Evidence> evidence = probe(plane(order, logging), CALLERS_ONLY);
      assertThat(evidence).allMatch(Evidence::proven, "proven");
      assertThat(evidence)
          .filteredOn(it -> it.subject().startsWith("gateway → order"))
          .extracting(Evidence::promise, Evidence::subject)
          .containsExactly(
              tuple(Promise.PLAINTEXT_PROBE, "gateway → order"),
              tuple(Promise.IDENTITY, "gateway → order: right client"),
              tuple(Promise.IDENTITY, "gateway → order: right name, other authority"),
              tuple(Promise.IDENTITY, "gateway → order: right authority, other trust domain"),
              tuple(Promise.IDENTITY, "gateway → order: no certificate"),
              tuple(Promise.IDENTITY, "gateway → order: right authority, no caller"));
      assertThat(evidence)
          .filteredOn(it -> it.subject().equals("gateway → order: right authority, no caller"))
          .extracting(Evidence::observed)
          .containsExactly(
              "spiffe://cluster.local/ns/meshgauge/sa/logging refused: answered in HTTP/1: HTTP/1.1"
                  + " 403 Forbidden, RBAC: access denied");
    }
  }

  @Test
  void serverThatAcceptsAnyMeshIdentityIsDetected() throws Exception {
    try (TlsService order = service("order", Set.of("gateway", "logging", "order"));
        TlsService logging = service("logging", Set.of("order"))) {
      assertThat(probe(plane(order, logging), CALLERS_ONLY))
          .filteredOn(it -> !it.proven())
          .extracting(Evidence::subject, Evidence::verdict)
          .containsExactly(tuple("gateway → order: right authority, no caller", Verdict.DISPROVEN));
      assertThat(probe(plane(order, logging), ProbeOptions.PLAIN))
          .as("not requested")
          .allMatch(Evidence::proven, "proven");
    }
  }

  @Test
  void refusedCallerAndMisnamedServerAreDetected() throws Exception {
    try (TlsService order = service("order", Set.of());
        TlsService logging = service("order", Set.of("order"))) {
      assertThat(probe(plane(order, logging), ProbeOptions.PLAIN))
          .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
          .extracting(Evidence::subject, Evidence::observed)
          .satisfiesExactly(
              it -> {
                assertThat(it.toList().get(0)).isEqualTo("gateway → order: right client");
                assertThat(it.toList().get(1).toString()).contains("RBAC: access denied");
              },
              it -> {
                assertThat(it.toList().get(0)).isEqualTo("order → logging: right client");
                assertThat(it.toList().get(1).toString())
                    .contains("server is spiffe://cluster.local/ns/meshgauge/sa/order");
              });
    }
  }

  @Test
  void unreachableServerIsMissingEvidence() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    Map<Hop, Address> wire = Map.of(ORDER, Address.loopback(free));
    assertThat(probe(new DataPlane(List.of(), wire, List.of(), wire), ProbeOptions.PLAIN))
        .hasSize(5)
        .allMatch(it -> it.verdict() == Verdict.MISSING)
        .allMatch(it -> it.observed().contains("cannot connect"));
  }

  @Test
  void unavailableIdentityIsMissingEvidenceWithAReason() throws Exception {
    try (TlsService order = service("order", Set.of("gateway"));
        TlsService logging = service("logging", Set.of("order"))) {
      ProbeOrigin origin =
          new RemoteProbeOrigin(
              client, CredentialStore.of(identities, List.of("order", "logging")));
      assertThat(origin.probe(plane(order, logging), MTLS, ProbeOptions.PLAIN))
          .filteredOn(it -> it.promise() == Promise.IDENTITY)
          .anyMatch(it -> it.observed().contains("no identity of 'gateway' was sent"))
          .noneMatch(it -> it.verdict() == Verdict.DISPROVEN);
    }
  }

  @Test
  void packetsBetweenNodesAreCapturedIfPeersAreNamed() {
    Map<Hop, Address> wire = Map.of(ORDER, new Address("203.0.113.7", 8_080));
    DataPlane plane = new DataPlane(List.of(), wire, List.of(), wire);

    client.watch(plane, Map.of("n2", "203.0.113.9"), WireWatch.Extent.BURSTS);
    assertThat(client.finish().crossings().how()).contains("what leaves n1");

    client.watch(plane, Map.of(), WireWatch.Extent.EVERY_PACKET);
    assertThat(client.finish().crossings()).isEqualTo(InterNodePackets.NOT_LOOKED);
  }

  @Test
  void wireIsCapturedOnTheNode() throws IOException {
    assumeTrue(
        WireWatch.captureOnNode("n1").permitted(), "packet capture needs root or CAP_NET_RAW");
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Address address = Address.loopback(socket.getLocalPort());
      Map<Hop, Address> wire = Map.of(ORDER, address);
      DataPlane plane = new DataPlane(List.of(), wire, List.of(), wire);
      ProbeOrigin origin = new RemoteProbeOrigin(client, CredentialStore.NONE);
      Prover prover = new Prover(plane, new Guarantees(Proxies.NONE, false), origin);
      try (WireWatch watch = prover.watch(WireWatch.Extent.BURSTS);
          Socket caller = new Socket(address.host(), address.port())) {
        byte[] request = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 6; i++) {
          caller.getOutputStream().write(request);
          LockSupport.parkNanos(50_000_000L);
        }
        WireSightings seen = watch.finish();
        assertThat(seen.at(address).of(TrafficKind.HTTP1)).isPositive();
        assertThat(seen.how()).startsWith("packet capture on all devices of node n1, ");
        assertThat(watch.finish()).as("finished once").isEqualTo(seen);
        assertThat(client.finish()).as("requested twice").isEqualTo(seen);
      }
    }
  }

  @Test
  void sightingsSurviveSerialization() {
    WireSightings seen =
        new WireSightings(
            List.of("a test"),
            Map.of(
                new Address("10.244.0.7", 8_080),
                new Sighting(
                    Map.of(TrafficKind.TLS, 7L, TrafficKind.HTTP2, 1L),
                    new Exchanges(new TreeMap<>(Map.of(900, 2L, 1_200, 1L)), 1, 2),
                    3,
                    new Sighting.Exposure(512, 40_000))),
            new InterNodePackets(
                "what leaves n1",
                List.of(new InterNodePackets.Way("n1", "n2", Map.of(Encapsulation.WIREGUARD, 4L))),
                Map.of(new Address("10.244.0.7", 8_080), 2L)));
    byte[] json = Messages.write(WatchAnswer.of(seen));
    assertThat(Messages.read(json, WatchAnswer.class).sightings()).isEqualTo(seen);
  }

  @Test
  void invalidRequestsReportTheReason() throws Exception {
    assertThatThrownBy(client::finish)
        .isInstanceOf(ObserverException.class)
        .hasMessageContaining("no watch was started");
    assertThatThrownBy(() -> client.tcp(Map.of("order", "containerd://no")))
        .hasMessageContaining("invalid container id");
    assertThat(send("POST", "/probe", "{\"wires\":").statusCode()).isEqualTo(409);
    assertThat(send("POST", "/probe", "{}").statusCode()).isEqualTo(409);
    assertThat(send("GET", "/factsheet", "").statusCode()).isEqualTo(404);
    assertThat(send("POST", "/facts", "").body()).contains("expected GET /facts");
  }

  @Test
  void unreadableRequestIsNotQuoted() throws Exception {
    assertThat(send("POST", "/probe", "{\"identities\": \"SECRET").body()).doesNotContain("SECRET");
  }

  @Test
  void callIsRetriedAtTheCurrentAddress() throws IOException {
    int dead;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      dead = socket.getLocalPort();
    }
    Iterator<Integer> ports = List.of(dead, dead, server.port()).iterator();
    try (ObserverClient retrying =
        new ObserverClient(
            () -> Address.loopback(ports.next()),
            Thread::new,
            Duration.ofSeconds(20),
            Duration.ofHours(1))) {
      assertThat(retrying.facts().node()).isEqualTo("n1");
    }
    try (ObserverClient giveUpSoon =
        new ObserverClient(
            () -> Address.loopback(dead),
            Thread::new,
            Duration.ofSeconds(1),
            Duration.ofHours(1))) {
      assertThatThrownBy(giveUpSoon::facts)
          .isInstanceOf(ObserverException.class)
          .hasMessageContaining("did not answer /facts")
          .hasMessageContaining("port-forward");
      Map<Hop, Address> wire = Map.of(ORDER, Address.loopback(dead));
      DataPlane plane = new DataPlane(List.of(), wire, List.of(), wire);
      ProbeOrigin origin = new RemoteProbeOrigin(giveUpSoon, CredentialStore.NONE);
      assertThat(origin.probe(plane, MTLS, ProbeOptions.PLAIN))
          .extracting(Evidence::promise, Evidence::verdict)
          .containsExactly(
              tuple(Promise.PLAINTEXT_PROBE, Verdict.MISSING),
              tuple(Promise.IDENTITY, Verdict.MISSING));
      assertThat(origin.watch(plane, WireWatch.Extent.BURSTS).finish().how())
          .contains("did not answer /watch");
    }
  }

  @Test
  void idleClientSendsHeartbeats() {
    AtomicInteger asked = new AtomicInteger();
    try (ObserverClient quiet =
        new ObserverClient(
            () -> {
              asked.incrementAndGet();
              return Address.loopback(server.port());
            },
            Thread::new,
            Duration.ofSeconds(5),
            Duration.ofMillis(50))) {
      await().atMost(Duration.ofSeconds(10)).until(() -> asked.get() >= 5);
      assertThat(server.silence()).isLessThan(Duration.ofSeconds(5));
      assertThat(quiet.facts().node()).isEqualTo("n1");
    }
    int silent = asked.get();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> server.silence().compareTo(Duration.ofMillis(500)) > 0);
    assertThat(asked.get()).as("after it was closed").isLessThanOrEqualTo(silent + 1);
  }

  private List<Evidence> probe(DataPlane plane, ProbeOptions options) {
    ProbeOrigin origin =
        new RemoteProbeOrigin(
            client, CredentialStore.of(identities, List.of("gateway", "order", "logging")));
    return new Prover(plane, MTLS, options, origin).probe();
  }

  private TlsService service(String name, Set<String> callers) throws Exception {
    Set<String> names = new HashSet<>();
    callers.forEach(caller -> names.add(identities.name(caller)));
    return new TlsService(identities.of(name).orElseThrow(), identities, names);
  }

  private static DataPlane plane(TlsService order, TlsService logging) {
    Map<Hop, Address> wire = Map.of(ORDER, order.address(), LOGGING, logging.address());
    return new DataPlane(List.of(), wire, List.of(), wire);
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + Address.loopback(server.port()) + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }
}
