package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WatchAndProbeTest {
  private static final Hop HOP = new Hop("load", "gateway", Protocol.HTTP1);

  @Test
  void captureAttributesSegmentsOfBothDirectionsToTheWire() {
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    byte[] status = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    FakeSource source = new FakeSource();
    source.segments.add(new Segment(40_000, 8_080, 1, record));
    source.segments.add(new Segment(8_080, 40_000, 1, status));
    source.segments.add(new Segment(40_000, 9_999, 1, record));
    try (WireCapture capture = WireCapture.start(plane(8_080), source, Thread::new)) {
      await().atMost(Duration.ofSeconds(5)).until(source.segments::isEmpty);
      WireSightings seen = capture.finish();
      assertThat(seen.at(Address.loopback(8_080)).chunks())
          .isEqualTo(Map.of(TrafficKind.TLS, 1L, TrafficKind.HTTP1, 1L));
      assertThat(seen.byAddress()).hasSize(1);
      assertThat(seen.how()).startsWith("packet capture");
    }
    assertThat(source.opened.get()).isEqualTo(source.closed.get()).isPositive();
  }

  @Test
  void captureThatBreaksOffSaysWhyAndKeepsWhatItSaw() {
    WireCapture capture =
        WireCapture.start(
            plane(8_080),
            ports -> {
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
    try (WireCapture capture = WireCapture.start(plane(8_080), source, Thread::new)) {
      await().atMost(Duration.ofSeconds(5)).until(() -> source.closed.get() >= 1);
      assertThat(source.takenInFirstBurst.get()).isBetween(1, 300);
      assertThat(capture.finish().byAddress()).isNotEmpty();
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
      assertThat(new PlaintextProbe(plane, new Claims(false, false)).evidence())
          .singleElement()
          .matches(Evidence::proven)
          .satisfies(it -> assertThat(it.observed()).contains("HTTP/1.1 404"));
      assertThat(new PlaintextProbe(plane, new Claims(true, true)).evidence())
          .as("served although mutual TLS is claimed")
          .singleElement()
          .matches(it -> it.verdict() == Verdict.DISPROVEN);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aServerThatHangsUpRefusesAndNobodyAtAllIsMissing() throws IOException {
    DataPlane plane;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      plane = plane(server.getLocalPort());
      Thread hangUp = new Thread(() -> acceptAndClose(server));
      hangUp.setDaemon(true);
      hangUp.start();
      assertThat(new PlaintextProbe(plane, new Claims(true, true)).evidence())
          .singleElement()
          .matches(Evidence::proven);
    }
    assertThat(new PlaintextProbe(plane, new Claims(true, true)).evidence())
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

  private static DataPlane plane(int port) {
    Map<Hop, Address> direct = Map.of(HOP, Address.loopback(port));
    return new DataPlane(List.of(), direct, List.of(), direct);
  }

  /** Hands out prepared segments. */
  private static final class FakeSource implements PacketSource, PacketSource.Opener {
    private final ConcurrentLinkedQueue<Segment> segments = new ConcurrentLinkedQueue<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger takenInFirstBurst = new AtomicInteger();
    private volatile boolean endless;

    @Override
    public PacketSource open(Set<Integer> ports) {
      opened.incrementAndGet();
      return this;
    }

    @Override
    public Optional<Segment> next(Duration patience) {
      if (endless) {
        taken.incrementAndGet();
        return Optional.of(new Segment(40_000, 8_080, 1, new byte[] {23, 3, 3, 0, 1, 9}));
      }
      Segment segment = segments.poll();
      if (segment == null) {
        LockSupport.parkNanos(patience.toNanos());
      }
      return Optional.ofNullable(segment);
    }

    @Override
    public void close() {
      if (closed.get() == 0) {
        takenInFirstBurst.set(taken.get());
      }
      closed.incrementAndGet();
    }
  }
}
