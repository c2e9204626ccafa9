package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortFilterTest {
  private static final int SNAP = 4_096;

  @Test
  void segmentsFromAndToTheWantedPortsPass() {
    byte[] program = PortFilter.program(new TreeSet<>(Set.of(8_080, 9_090)), SNAP);
    assertThat(run(program, packet(6, 40_000, 8_080))).isEqualTo(SNAP);
    assertThat(run(program, packet(6, 8_080, 40_000))).isEqualTo(SNAP);
    assertThat(run(program, packet(6, 40_000, 9_090))).isEqualTo(SNAP);
    assertThat(run(program, packet(6, 9_090, 40_000))).isEqualTo(SNAP);
  }

  @Test
  void everythingElseIsDropped() {
    byte[] program = PortFilter.program(Set.of(8_080), SNAP);
    assertThat(run(program, packet(6, 40_000, 8_081))).isZero();
    assertThat(run(program, packet(17, 40_000, 8_080))).as("UDP").isZero();
  }

  @Test
  void asManyPortsAsJumpsCanReachWork() {
    Set<Integer> ports = new TreeSet<>();
    IntStream.range(0, PortFilter.MOST_PORTS).forEach(i -> ports.add(10_000 + i));
    byte[] program = PortFilter.program(ports, SNAP);
    for (int port : ports) {
      assertThat(run(program, packet(6, 40_000, port))).isEqualTo(SNAP);
      assertThat(run(program, packet(6, port, 40_000))).isEqualTo(SNAP);
    }
    assertThat(run(program, packet(6, 40_000, 9_999))).isZero();
    assertThatThrownBy(() -> PortFilter.program(Set.of(), SNAP)).hasMessageContaining("1 to 100");
  }

  @Test
  void aSegmentWithPayloadIsRead() {
    byte[] packet = packet(6, 40_000, 8_080);
    Segment segment = Segment.parse(packet, packet.length).orElseThrow();
    assertThat(segment.source()).isEqualTo(40_000);
    assertThat(segment.destination()).isEqualTo(8_080);
    assertThat(segment.sequence()).isEqualTo(0x01020304);
    assertThat(new String(segment.payload(), StandardCharsets.US_ASCII)).isEqualTo("hello");
  }

  @Test
  void whatCarriesNothingOrIsNoSegmentIsNot() {
    byte[] packet = packet(6, 1, 2);
    assertThat(Segment.parse(packet, packet.length - 5)).as("no payload").isEmpty();
    assertThat(Segment.parse(packet, 30)).as("cut short").isEmpty();
    assertThat(Segment.parse(packet(17, 1, 2), packet.length)).as("UDP").isEmpty();
  }

  /** An IPv4 packet with four bytes of options, a TCP header without any, and "hello". */
  private static byte[] packet(int protocol, int source, int destination) {
    ByteBuffer packet = ByteBuffer.allocate(24 + 20 + 5);
    packet.put((byte) 0x46).put((byte) 0).putShort((short) packet.capacity());
    packet.putInt(0).put((byte) 64).put((byte) protocol).putShort((short) 0);
    packet.putInt(0x7f000001).putInt(0x7f000001).putInt(0);
    packet.putShort((short) source).putShort((short) destination);
    packet.putInt(0x01020304).putInt(0).put((byte) 0x50).put((byte) 0x18);
    packet.putShort((short) 1).putInt(0);
    packet.put("hello".getBytes(StandardCharsets.US_ASCII));
    return packet.array();
  }

  /** A classic BPF machine that knows the instructions the filter uses. */
  private static long run(byte[] program, byte[] packet) {
    ByteBuffer code = ByteBuffer.wrap(program).order(ByteOrder.nativeOrder());
    ByteBuffer data = ByteBuffer.wrap(packet);
    long a = 0;
    int x = 0;
    for (int at = 0; ; at++) {
      int operation = code.getShort(at * 8) & 0xffff;
      int k = code.getInt(at * 8 + 4);
      switch (operation) {
        case 0x30 -> a = data.get(k) & 0xff;
        case 0x48 -> a = data.getShort(x + k) & 0xffff;
        case 0xb1 -> x = 4 * (data.get(k) & 0x0f);
        case 0x15 -> at += code.get(at * 8 + (a == k ? 2 : 3)) & 0xff;
        case 0x06 -> {
          return k;
        }
        default -> throw new IllegalStateException("instruction " + operation);
      }
    }
  }
}
