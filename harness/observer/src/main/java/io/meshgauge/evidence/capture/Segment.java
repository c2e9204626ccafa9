package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.util.Arrays;
import java.util.Optional;

/**
 * A TCP segment over IPv4 that carries payload.
 *
 * @param source IPv4 address and port it came from
 * @param destination IPv4 address and port it goes to
 * @param sequence sequence number of its first payload byte
 * @param payload its bytes, not empty
 */
@SuppressWarnings("ArrayRecordComponent") // made and read once, never compared
public record Segment(Address source, Address destination, int sequence, byte[] payload) {

  /**
   * Reads an IPv4 packet.
   *
   * @param packet from its first header byte; may be longer than the packet or cut short
   * @param length bytes that were captured
   * @return empty when it is no TCP segment, or carries nothing
   */
  static Optional<Segment> parse(byte[] packet, int length) {
    if (length < 40 || packet[0] >> 4 != 4 || packet[9] != 6) {
      return Optional.empty();
    }
    int tcp = (packet[0] & 0x0f) * 4;
    int end = Math.min(length, u16(packet, 2));
    if (tcp + 20 > end) {
      return Optional.empty();
    }
    int data = tcp + (packet[tcp + 12] >> 4 & 0x0f) * 4;
    // No socket has port 0; what claims to is broken.
    if (data >= end || u16(packet, tcp) == 0 || u16(packet, tcp + 2) == 0) {
      return Optional.empty();
    }
    int sequence = u16(packet, tcp + 4) << 16 | u16(packet, tcp + 6);
    return Optional.of(
        new Segment(
            new Address(host(packet, 12), u16(packet, tcp)),
            new Address(host(packet, 16), u16(packet, tcp + 2)),
            sequence,
            Arrays.copyOfRange(packet, data, end)));
  }

  private static String host(byte[] packet, int at) {
    return "%d.%d.%d.%d"
        .formatted(
            packet[at] & 0xff, packet[at + 1] & 0xff, packet[at + 2] & 0xff, packet[at + 3] & 0xff);
  }

  private static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }
}
