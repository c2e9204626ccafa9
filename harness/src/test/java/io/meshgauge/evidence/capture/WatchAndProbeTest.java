package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.capture.WireWatch.Extent;
import io.meshgauge.evidence.encryption.EncryptionProof;
import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-12")
class WatchAndProbeTest {
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final Hop HOP = new Hop("load", "gateway", Protocol.HTTP1);

  @Test
  void captureAttributesSegmentsOfBothDirectionsToTheWire() {
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    byte[] status = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    FakeSource source = new FakeSource();
    Address client = Address.loopback(40_000);
    Address server = Address.loopback(8_080);
    source.captured.add(captured(1, client, server, record));
    source.captured.add(captured(1, server, client, status));
    source.captured.add(captured(1, client, Address.loopback(9_999), record));
    source.captured.add(captured(1, client, new Address("10.0.0.1", 8_080), record));
    try (WireCapture capture = start(plane(8_080), source)) {
      await().atMost(Duration.ofSeconds(5)).until(source.captured::isEmpty);
      WireSightings seen = capture.finish();
      assertThat(seen.at(Address.loopback(8_080)).chunks())
          .isEqualTo(Map.of(TrafficKind.TLS, 1L, TrafficKind.HTTP1, 1L));
      assertThat(seen.byAddress()).hasSize(1);
      assertThat(seen.how()).startsWith("packet capture on the loopback device");
    }
    assertThat(source.opened.get()).isEqualTo(source.closed.get()).isPositive();
  }

  @Test
  void everyPacketOfAChangeIsCapturedAndWhatCouldBeReadIsMeasured() {
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    byte[] request = "GET / HTTP/1.1\r\nhost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    Address server = Address.loopback(8_080);
    FakeSource source = new FakeSource();
    source.lost = 3;
    for (int client = 1; client <= 400; client++) {
      source.captured.add(at(0, 1, Address.loopback(40_000 + client), server, record));
    }
    Address exposed = Address.loopback(50_000);
    // On two devices, a copy each; 40 ms apart, and again two seconds later.
    for (long millis : List.of(1_000, 1_040, 3_100, 3_105)) {
      source.captured.add(at(millis, 1, exposed, server, request));
      source.captured.add(at(millis, 2, exposed, server, request));
    }
    WireCapture capture =
        WireCapture.start(
            plane(8_080), CapturePlace.LOOPBACK, Extent.EVERY_PACKET, source, Thread::new);
    await().atMost(Duration.ofSeconds(5)).until(source.captured::isEmpty);
    WireSightings seen = capture.finish();

    assertThat(source.opened).as("never closed in between").hasValue(1);
    Sighting there = seen.at(server);
    assertThat(there.of(TrafficKind.TLS)).as("more than a burst takes").isEqualTo(400);
    assertThat(there.connections()).isEqualTo(401);
    assertThat(there.exposure()).isEqualTo(new Sighting.Exposure(4L * request.length, 45_000));
    assertThat(there.exposureWords())
        .endsWith(
            "on 401 connections; " + 4 * request.length + " bytes could be read, within 45 ms");
    assertThat(seen.how())
        .isEqualTo("packet capture on the loopback device, the whole window but 3 packets");
  }

  @Test
  void captureThatBreaksOffSaysWhyAndKeepsWhatItSaw() {
    WireCapture capture =
        WireCapture.start(
            plane(8_080),
            CapturePlace.LOOPBACK,
            Extent.BURSTS,
            addresses -> {
              throw new IOException("no such device");
            },
            Thread::new);
    WireSightings seen = capture.finish();
    assertThat(seen.how()).contains("no such device");
    assertThat(seen.at(Address.loopback(8_080)).isEmpty()).isTrue();
  }

  @Test
  void aBurstIsBoundedHoweverBusyTheWire() {
    FakeSource source = new FakeSource();
    source.endless = true;
    try (WireCapture capture = start(plane(8_080), source)) {
      await().atMost(Duration.ofSeconds(5)).until(() -> source.closed.get() >= 1);
      assertThat(source.takenInFirstBurst.get()).isBetween(1, 300);
      assertThat(capture.finish().byAddress()).isNotEmpty();
    }
  }

  @Test
  void aQuietHopIsLookedAtAloneBeforeThePause() {
    List<Hop> hops =
        List.of(
            HOP,
            new Hop("gateway", "order", Protocol.HTTP1),
            new Hop("order", "logging", Protocol.HTTP1));
    Map<Hop, Address> wire = new HashMap<>();
    for (int i = 0; i < hops.size(); i++) {
      wire.put(hops.get(i), Address.loopback(8_080 + i));
    }
    List<Set<Address>> looked = new CopyOnWriteArrayList<>();
    // The busiest of the hops that are looked at fills every burst.
    PacketSource.Opener opener =
        wanted -> {
          looked.add(Set.copyOf(wanted));
          Address busiest =
              wanted.stream().min(Comparator.comparingInt(Address::port)).orElseThrow();
          FakeSource source = new FakeSource();
          source.endless = true;
          source.server = busiest;
          return source;
        };
    try (WireCapture capture =
        WireCapture.start(
            new DataPlane(List.of(), wire, List.of(), wire),
            CapturePlace.LOOPBACK,
            Extent.BURSTS,
            opener,
            Thread::new)) {
      await().atMost(Duration.ofSeconds(5)).until(() -> looked.size() >= 3);
      assertThat(looked.get(1)).hasSize(2);
      assertThat(looked.get(2)).containsExactly(Address.loopback(8_082));
      capture.finish();
    }
  }

  @Test
  void serversOfOnePortAreDistinguishedByTheirAddress() {
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    byte[] status = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    Address client = new Address("10.244.0.9", 40_000);
    Address gateway = new Address("10.244.0.7", 8_080);
    Address order = new Address("10.244.0.8", 8_080);
    Map<Hop, Address> wire =
        Map.of(HOP, gateway, new Hop("gateway", "order", Protocol.HTTP1), order);
    FakeSource source = new FakeSource();
    source.captured.add(captured(1, client, gateway, record));
    source.captured.add(captured(1, order, client, status));
    WireCapture capture =
        start(new DataPlane(List.of(), wire, List.of(), wire), source, CapturePlace.node("n1"));
    await().atMost(Duration.ofSeconds(5)).until(source.captured::isEmpty);
    WireSightings seen = capture.finish();
    assertThat(seen.at(gateway).chunks()).isEqualTo(Map.of(TrafficKind.TLS, 1L));
    assertThat(seen.at(order).chunks()).isEqualTo(Map.of(TrafficKind.HTTP1, 1L));
    assertThat(seen.how()).startsWith("packet capture on all devices of node n1, ");
  }

  @Test
  void whatCrossesElsewhereIsSeenThereAndWhatTheNodeAsksIsNobodysTraffic() {
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    byte[] probe = "GET /actuator/health HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    Address client = new Address("10.244.0.9", 40_000);
    Address node = new Address("10.244.0.1", 50_000);
    Address server = new Address("10.244.0.7", 8_080);
    Address alternate = new Address("10.244.0.7", 4_143);
    FakeSource source = new FakeSource();
    source.captured.add(captured(1, client, alternate, record));
    source.captured.add(captured(1, node, server, probe));
    source.captured.add(captured(1, client, server, probe));
    Map<Hop, Address> wire = Map.of(HOP, server);
    DataPlane plane =
        new DataPlane(List.of(), wire, List.of(), wire).withAlternates(Map.of(server, alternate));
    WireCapture capture =
        start(plane, source, new CapturePlace("", "a node", 1, () -> Set.of("10.244.0.1")));
    await().atMost(Duration.ofSeconds(5)).until(source.captured::isEmpty);
    WireSightings seen = capture.finish();
    assertThat(seen.at(alternate).chunks()).isEqualTo(Map.of(TrafficKind.TLS, 1L));
    assertThat(seen.at(server).chunks())
        .as("the workload's own plaintext, and not the node's")
        .isEqualTo(Map.of(TrafficKind.HTTP1, 1L));
    assertThat(
            new EncryptionProof(plane, MTLS, new CallBounds(plane, Map.of()))
                .evidence(seen, GrownCounters.NONE))
        .as("one way in plaintext is enough to disprove it")
        .singleElement()
        .matches(it -> it.verdict() == Verdict.DISPROVEN);
  }

  @Test
  void copiesOnOtherDevicesDoNotDisturbTheAlignment() {
    byte[] start = {23, 3, 3, 0, 100, 1, 2, 3};
    byte[] inside = new byte[90];
    Address client = new Address("10.244.0.9", 40_000);
    Address server = new Address("10.244.0.7", 8_080);
    FakeSource source = new FakeSource();
    // The second device lags behind: its copy of the start comes after the first's next segment.
    source.captured.add(new CapturedSegment(3, 0, 0, new Segment(client, server, 1_000, start)));
    source.captured.add(new CapturedSegment(3, 0, 0, new Segment(client, server, 1_008, inside)));
    source.captured.add(new CapturedSegment(4, 4, 0, new Segment(client, server, 1_000, start)));
    source.captured.add(new CapturedSegment(4, 4, 0, new Segment(client, server, 1_008, inside)));
    Map<Hop, Address> wire = Map.of(HOP, server);
    WireCapture capture =
        start(new DataPlane(List.of(), wire, List.of(), wire), source, CapturePlace.node("n1"));
    await().atMost(Duration.ofSeconds(5)).until(source.captured::isEmpty);
    assertThat(capture.finish().at(server).chunks()).isEqualTo(Map.of(TrafficKind.TLS, 4L));
  }

  @Test
  void whatWasNotRecognisedIsDistinguishedByWhatElseItsConnectionCarried() {
    byte[] middle = {7, 7, 7, 7, 7, 7, 7};
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    Address client = new Address("10.244.0.9", 40_000);
    Address silent = new Address("10.244.0.9", 40_001);
    Address server = new Address("10.244.0.7", 8_080);
    FakeSource source = new FakeSource();
    // The burst begins in the middle of a record; the next segment is the start of another.
    source.captured.add(new CapturedSegment(3, 0, 0, new Segment(client, server, 1_000, middle)));
    source.captured.add(new CapturedSegment(3, 0, 0, new Segment(client, server, 1_007, record)));
    source.captured.add(new CapturedSegment(3, 0, 0, new Segment(silent, server, 2_000, middle)));
    Map<Hop, Address> wire = Map.of(HOP, server);
    WireCapture capture =
        start(new DataPlane(List.of(), wire, List.of(), wire), source, CapturePlace.node("n1"));
    await().atMost(Duration.ofSeconds(5)).until(source.captured::isEmpty);

    Sighting sighting = capture.finish().at(server);

    assertThat(sighting.chunks())
        .isEqualTo(
            Map.of(TrafficKind.TLS, 1L, TrafficKind.INSIDE_TLS, 1L, TrafficKind.UNKNOWN, 1L));
    assertThat(sighting.words())
        .isEqualTo(
            "1 chunks TLS, 0 readable (0 HTTP/1, 0 HTTP/2), 1 joined within a TLS record,"
                + " 1 unrecognised on connections without TLS records");
  }

  @Test
  void onANodeABurstMayHoldTheCopiesToo() {
    FakeSource source = new FakeSource();
    source.endless = true;
    try (WireCapture capture = start(plane(8_080), source, CapturePlace.node("n1"))) {
      await().atMost(Duration.ofSeconds(5)).until(() -> source.closed.get() >= 1);
      assertThat(source.takenInFirstBurst.get()).isBetween(301, 1_200);
      capture.finish();
    }
  }

  @Test
  void onAllDevicesARealSegmentIsSeenLeavingAndArriving() throws IOException {
    assumeTrue(
        WireWatch.captureOnNode("here").permitted(), "packet capture needs root or CAP_NET_RAW");
    List<CapturedSegment> seen = new ArrayList<>();
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Address address = Address.loopback(server.getLocalPort());
      try (Socket client = PlaintextProbe.connect(address);
          PacketSource source = PacketSocket.open(CapturePlace.node("here"), Set.of(address))) {
        for (int i = 0; i < 3; i++) {
          client.getOutputStream().write(new byte[] {23, 3, 3, 0, 1, (byte) i});
          client.getOutputStream().flush();
          source.next(Duration.ofSeconds(5)).ifPresent(seen::add);
          source.next(Duration.ofSeconds(5)).ifPresent(seen::add);
        }
        assertThat(source.next(Duration.ofMillis(20))).isEmpty();
      }
      assertThat(seen).hasSize(6).allMatch(it -> it.segment().destination().equals(address));
      assertThat(seen.stream().map(CapturedSegment::flow).distinct()).hasSize(2);
    }
  }

  @Test
  void withoutCaptureTheBaselineIsSampledByOurOwnClient() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      DataPlane plane = plane(server.getAddress().getPort());
      WireSightings seen = TapWatch.start(plane, "it is not permitted", Thread::new).finish();
      assertThat(seen.at(plane.wire().get(HOP)).of(TrafficKind.HTTP1)).isGreaterThanOrEqualTo(2);
      assertThat(new PlaintextProbe(plane, new Guarantees(Proxies.NONE, false)).evidence())
          .singleElement()
          .matches(Evidence::proven)
          .satisfies(it -> assertThat(it.observed()).contains("HTTP/1.1 404"));
      assertThat(new PlaintextProbe(plane, new Guarantees(Proxies.BOTH_SIDES, true)).evidence())
          .as("served although mutual TLS is claimed")
          .singleElement()
          .matches(it -> it.verdict() == Verdict.DISPROVEN);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aRefusalInPlaintextCountsWhereAMeshRefusesSoAndNowhereElse() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(403, -1);
          exchange.close();
        });
    server.start();
    try {
      DataPlane plane = plane(server.getAddress().getPort());
      Guarantees mutual = new Guarantees(Proxies.BOTH_SIDES, true);
      assertThat(new PlaintextProbe(plane, mutual, ProbeOptions.COUNTED).evidence())
          .singleElement()
          .matches(Evidence::proven);
      assertThat(new PlaintextProbe(plane, mutual).evidence())
          .singleElement()
          .matches(it -> it.verdict() == Verdict.DISPROVEN);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aServerThatHangsUpRefusesAndNoServerIsMissing() throws IOException {
    DataPlane plane;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      plane = plane(server.getLocalPort());
      Thread hangUp = new Thread(() -> acceptAndClose(server));
      hangUp.setDaemon(true);
      hangUp.start();
      assertThat(new PlaintextProbe(plane, new Guarantees(Proxies.BOTH_SIDES, true)).evidence())
          .singleElement()
          .matches(Evidence::proven);
    }
    assertThat(new PlaintextProbe(plane, new Guarantees(Proxies.BOTH_SIDES, true)).evidence())
        .singleElement()
        .matches(it -> it.verdict() == Verdict.MISSING)
        .satisfies(it -> assertThat(it.observed()).contains("cannot connect"));
  }

  private static void acceptAndClose(ServerSocket server) {
    try (Socket client = server.accept()) {
      assertThat(client.getInputStream().read()).isPositive();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WireCapture start(DataPlane plane, FakeSource source) {
    return start(plane, source, CapturePlace.LOOPBACK);
  }

  private static WireCapture start(DataPlane plane, FakeSource source, CapturePlace place) {
    return WireCapture.start(plane, place, Extent.BURSTS, source, Thread::new);
  }

  private static CapturedSegment captured(int device, Address from, Address to, byte... payload) {
    return at(0, device, from, to, payload);
  }

  private static CapturedSegment at(
      long millis, int device, Address from, Address to, byte... payload) {
    return new CapturedSegment(device, 0, millis * 1_000_000, new Segment(from, to, 1, payload));
  }

  private static DataPlane plane(int port) {
    Map<Hop, Address> direct = Map.of(HOP, Address.loopback(port));
    return new DataPlane(List.of(), direct, List.of(), direct);
  }
}
