package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.topology.Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressFilterTest {
  private static final int SNAP = 4_096;
  private static final Address ORDER = new Address("10.244.0.7", 8_080);
  private static final Address AUTH = new Address("10.244.1.200", 9_090);
  private static final Address CLIENT = new Address("10.244.0.9", 40_000);

  @Test
  void segmentsFromAndToTheWantedAddressesPass() {
    byte[] program = AddressFilter.program(Set.of(ORDER, AUTH), SNAP);
    assertThat(run(program, packet(6, CLIENT, ORDER))).isEqualTo(SNAP);
    assertThat(run(program, packet(6, ORDER, CLIENT))).isEqualTo(SNAP);
    assertThat(run(program, packet(6, CLIENT, AUTH))).isEqualTo(SNAP);
    assertThat(run(program, packet(6, AUTH, CLIENT))).isEqualTo(SNAP);
  }

  @Test
  void everythingElseIsDropped() {
    byte[] program = AddressFilter.program(Set.of(ORDER, AUTH), SNAP);
    assertThat(run(program, packet(6, CLIENT, new Address(ORDER.host(), 8_081)))).isZero();
    assertThat(run(program, packet(6, CLIENT, new Address(CLIENT.host(), 8_080))))
        .as("the right port elsewhere")
        .isZero();
    assertThat(run(program, packet(6, CLIENT, new Address(ORDER.host(), 9_090))))
        .as("one's address and another's port")
        .isZero();
    assertThat(run(program, packet(17, CLIENT, ORDER))).as("UDP").isZero();
  }

  @Test
  void asManyAddressesAsTheKernelTakesWork() {
    Set<Address> addresses = new HashSet<>();
    IntStream.range(0, AddressFilter.MOST_ADDRESSES)
        .forEach(i -> addresses.add(new Address("10.1." + i % 250 + "." + i / 250, 10_000 + i)));
    byte[] program = AddressFilter.program(addresses, SNAP);
    assertThat(program.length / AddressFilter.INSTRUCTION).isLessThanOrEqualTo(4_096);
    for (Address address : addresses) {
      assertThat(run(program, packet(6, CLIENT, address))).isEqualTo(SNAP);
      assertThat(run(program, packet(6, address, CLIENT))).isEqualTo(SNAP);
    }
    assertThat(run(program, packet(6, CLIENT, ORDER))).isZero();
    assertThatThrownBy(() -> AddressFilter.program(Set.of(), SNAP))
        .hasMessageContaining("1 to 400");
  }

  @ParameterizedTest
  @ValueSource(strings = {"order.default.svc", "fd00::1", "10.0.0", "10.0.0.256"})
  void whatIsNoIpv4AddressIsNamed(String host) {
    assertThatThrownBy(() -> AddressFilter.program(Set.of(new Address(host, 8_080)), SNAP))
        .hasMessageContaining(host)
        .hasMessageContaining("IPv4");
  }

  @Test
  void aSegmentWithPayloadIsRead() {
    byte[] packet = packet(6, CLIENT, AUTH);
    Segment segment = Segment.parse(packet, packet.length).orElseThrow();
    assertThat(segment.source()).isEqualTo(CLIENT);
    assertThat(segment.destination()).isEqualTo(AUTH);
    assertThat(segment.sequence()).isEqualTo(0x01020304);
    assertThat(new String(segment.payload(), StandardCharsets.US_ASCII)).isEqualTo("hello");
  }

  @Test
  void whatCarriesNothingOrIsNoSegmentIsNot() {
    byte[] packet = packet(6, CLIENT, ORDER);
    assertThat(Segment.parse(packet, packet.length - 5)).as("no payload").isEmpty();
    assertThat(Segment.parse(packet, 30)).as("cut short").isEmpty();
    assertThat(Segment.parse(packet(17, CLIENT, ORDER), packet.length)).as("UDP").isEmpty();
    packet[24] = 0;
    packet[25] = 0;
    assertThat(Segment.parse(packet, packet.length)).as("port 0").isEmpty();
  }

  /** An IPv4 packet with four bytes of options, a TCP header without any, and "hello". */
  private static byte[] packet(int protocol, Address source, Address destination) {
    ByteBuffer packet = ByteBuffer.allocate(24 + 20 + 5);
    packet.put((byte) 0x46).put((byte) 0).putShort((short) packet.capacity());
    packet.putInt(0).put((byte) 64).put((byte) protocol).putShort((short) 0);
    packet.put(bytes(source)).put(bytes(destination)).putInt(0);
    packet.putShort((short) source.port()).putShort((short) destination.port());
    packet.putInt(0x01020304).putInt(0).put((byte) 0x50).put((byte) 0x18);
    packet.putShort((short) 1).putInt(0);
    packet.put("hello".getBytes(StandardCharsets.US_ASCII));
    return packet.array();
  }

  private static byte[] bytes(Address address) {
    byte[] bytes = new byte[4];
    String[] parts = address.host().split("\\.");
    for (int i = 0; i < 4; i++) {
      bytes[i] = (byte) Integer.parseInt(parts[i]);
    }
    return bytes;
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
        case 0x20 -> a = data.getInt(k);
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
