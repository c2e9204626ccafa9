package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.Packets;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterNodeCaptureTest {
  private static final Address ORDER = new Address("10.244.2.7", 8_080);
  private static final Address CALLER = new Address("10.244.1.9", 40_000);
  private static final Hop HOP = new Hop("gateway", "order", Protocol.HTTP1);
  private static final DataPlane PLANE =
      new DataPlane(List.of(), Map.of(HOP, ORDER), List.of(), Map.of(HOP, ORDER));

  private final BlockingQueue<byte[]> packets = new LinkedBlockingQueue<>();

  @Test
  void packetsAreCountedByTheNodeTheyGoToAndSegmentsByTheirWire() throws Exception {
    byte[] kubelet =
        Packets.tcp(new Address("172.18.0.2", 33_000), new Address("172.18.0.3", 10_250));
    packets.add(Packets.udp("172.18.0.2", "172.18.0.3", 51871, 51871, Packets.wireGuard(96)));
    packets.add(Packets.udp("172.18.0.2", "172.18.0.3", 51871, 51871, Packets.wireGuard(64)));
    packets.add(Packets.ip(50, "10.244.1.1", "10.244.2.1", new byte[64]));
    packets.add(kubelet);
    packets.add(Packets.tcp(CALLER, ORDER));
    packets.add(Packets.tcp(ORDER, CALLER));

    InterNodePackets seen = look();

    assertThat(seen.way("a", "b").of(Encapsulation.WIREGUARD)).isEqualTo(2);
    assertThat(seen.way("a", "b").of(Encapsulation.OTHER)).as("what a kubelet says").isEqualTo(1);
    assertThat(seen.way("a", InterNodePackets.ELSEWHERE).of(Encapsulation.ESP)).isEqualTo(1);
    assertThat(seen.readable()).containsExactlyEntriesOf(Map.of(ORDER, 2L));
    assertThat(seen.how()).startsWith("packet capture of what leaves a, ");
  }

  @Test
  void aSourceThatBreaksIsSaidInTheEvidence() {
    InterNodeCapture capture =
        InterNodeCapture.start(
            "a",
            "what leaves a",
            Map.of("b", "172.18.0.3"),
            PLANE,
            () -> {
              throw new IOException("not permitted");
            },
            Thread::new);

    InterNodePackets seen = capture.finish();

    assertThat(seen.ways()).isEmpty();
    assertThat(seen.how()).endsWith("; not permitted");
  }

  private InterNodePackets look() throws InterruptedException {
    InterNodeCapture capture =
        InterNodeCapture.start(
            "a", "what leaves a", Map.of("b", "172.18.0.3"), PLANE, Queue::new, Thread::new);
    while (!packets.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    TimeUnit.MILLISECONDS.sleep(20);
    return capture.finish();
  }

  private final class Queue implements InterNodeCapture.Source {
    @Override
    public Optional<byte[]> packet(Duration patience) {
      return Optional.ofNullable(packets.poll());
    }

    @Override
    public void close() {}
  }
}
