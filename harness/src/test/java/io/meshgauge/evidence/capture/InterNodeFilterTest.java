package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.evidence.Packets;
import io.meshgauge.topology.Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InterNodeFilterTest {
  private static final int SNAP = 512;
  private static final int OUTGOING = 4;
  private static final int ARRIVING = 0;
  private static final String NODE_A = "172.18.0.2";
  private static final String NODE_B = "172.18.0.3";
  private static final Address POD = new Address("10.244.1.9", 8_080);
  private static final Address CALLER = new Address("10.244.2.1", 40_000);
  private static final byte[] PROGRAM =
      InterNodeFilter.program(List.of(2, 5, 9), Set.of(NODE_B), Set.of(POD.host()), SNAP);

  @Test
  void whatLeavesForANodeOrFromOrToAPodPassesOnEveryDeviceOfTheList() {
    for (int device : new int[] {2, 5, 9}) {
      assertThat(run(OUTGOING, device, Packets.udp(NODE_A, NODE_B, 1, 2, new byte[40])))
          .isEqualTo(SNAP);
      assertThat(run(OUTGOING, device, Packets.tcp(CALLER, POD))).isEqualTo(SNAP);
      assertThat(run(OUTGOING, device, Packets.tcp(POD, CALLER))).isEqualTo(SNAP);
      assertThat(run(OUTGOING, device, Packets.ip(50, "10.0.0.1", "10.0.1.1", new byte[40])))
          .as("a tunnel between a network's own addresses")
          .isEqualTo(SNAP);
    }
  }

  @Test
  void whatArrivesStaysInsideOrIsForOthersIsDropped() {
    byte[] packet = Packets.tcp(CALLER, POD);
    assertThat(run(ARRIVING, 2, packet)).isZero();
    for (int device : new int[] {1, 3, 8, 10}) {
      assertThat(run(OUTGOING, device, packet)).isZero();
    }
    assertThat(run(OUTGOING, 2, Packets.udp(NODE_A, "172.18.0.9", 1, 2, new byte[40]))).isZero();
    assertThat(run(OUTGOING, 2, Packets.tcp(CALLER, new Address("10.244.2.2", 8_080)))).isZero();
    byte[] six = packet.clone();
    six[0] = 0x60;
    assertThat(run(OUTGOING, 2, six)).isZero();
  }

  @Test
  void withoutADeviceOrANodeThereIsNothingToLookAt() {
    assertThatThrownBy(() -> InterNodeFilter.program(List.of(), Set.of(NODE_B), Set.of(), SNAP))
        .hasMessageContaining("0 devices");
    assertThatThrownBy(() -> InterNodeFilter.program(List.of(1), Set.of(), Set.of(), SNAP))
        .hasMessageContaining("0 addresses");
  }

  /** A classic BPF machine that knows the instructions the filter uses. */
  private static long run(int type, int device, byte[] packet) {
    ByteBuffer code = ByteBuffer.wrap(PROGRAM).order(ByteOrder.nativeOrder());
    ByteBuffer data = ByteBuffer.wrap(packet);
    int a = 0;
    for (int at = 0; ; at++) {
      int operation = code.getShort(at * 8) & 0xffff;
      int k = code.getInt(at * 8 + 4);
      switch (operation) {
        case 0x20 -> a = k == 0xfffff008 ? device : data.getInt(k);
        case 0x30 -> a = k == 0xfffff004 ? type : data.get(k) & 0xff;
        case 0x54 -> a &= k;
        case 0x15 -> at += code.get(at * 8 + (a == k ? 2 : 3)) & 0xff;
        case 0x06 -> {
          return k;
        }
        default -> throw new IllegalStateException("instruction " + operation);
      }
    }
  }
}
