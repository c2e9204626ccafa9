package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An IPv4 packet that leaves a node.
 *
 * @param cover what it is wrapped in, seen from outside: what stands in a tunnel that does not
 *     encrypt is recognised
 * @param destination outermost IPv4 address that it goes to
 * @param from address and port of the TCP segment that can be read in it
 * @param to the same of where it goes
 */
record InterNodePacket(
    Encapsulation cover, String destination, @Nullable Address from, @Nullable Address to) {
  private static final int IPIP = 4;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int ESP = 50;
  private static final int NAT_TRAVERSAL = 4500;
  private static final int GENEVE = 6081;

  /** VXLAN's own port, and the one of Linux, which Cilium and others took. */
  private static final int VXLAN = 4789;

  private static final int VXLAN_OF_LINUX = 8472;
  private static final int UDP_HEADER = 8;
  private static final int VXLAN_HEADER = 8;
  private static final int ETHERNET_HEADER = 14;
  private static final int MOST_TUNNELS = 2;

  /** Type 4, three bytes of nothing, receiver, counter; what is sealed; its tag. */
  private static final int WIREGUARD_LEAST = 32;

  private static final int WIREGUARD_STEP = 16;

  /** The TCP segment that can be read in it; empty where there is none. */
  Optional<Address> source() {
    return Optional.ofNullable(from);
  }

  /** Where that segment goes. */
  Optional<Address> target() {
    return Optional.ofNullable(to);
  }

  /**
   * Reads a packet.
   *
   * @param packet from its first header byte; may be cut short
   * @param keys tried on what is encrypted
   * @return empty when it is no IPv4 packet
   */
  static Optional<InterNodePacket> parse(byte[] packet, WellKnownEspKeys keys) {
    return ipv4(packet, 0)
        ? Optional.of(read(packet, 0, host(packet, 16), keys, MOST_TUNNELS))
        : Optional.empty();
  }

  private static boolean ipv4(byte[] packet, int at) {
    return packet.length >= at + 20 && packet[at] >> 4 == 4;
  }

  private static InterNodePacket read(
      byte[] packet, int at, String outer, WellKnownEspKeys keys, int tunnels) {
    int next = at + (packet[at] & 0x0f) * 4;
    boolean fragment = (u16(packet, at + 6) & 0x1fff) != 0;
    return switch (packet[at + 9]) {
      case ESP -> esp(packet, next, outer, keys);
      case UDP ->
          fragment || packet.length < next + UDP_HEADER
              ? other(outer)
              : udp(packet, next, outer, keys, tunnels);
      case TCP -> fragment ? other(outer) : tcp(packet, at, next, outer);
      case IPIP -> inner(packet, next, outer, keys, tunnels);
      default -> other(outer);
    };
  }

  private static InterNodePacket udp(
      byte[] packet, int at, String outer, WellKnownEspKeys keys, int tunnels) {
    int data = at + UDP_HEADER;
    int length = u16(packet, at + 4) - UDP_HEADER;
    int source = u16(packet, at);
    int destination = u16(packet, at + 2);
    if (source == NAT_TRAVERSAL || destination == NAT_TRAVERSAL) {
      // Four bytes of nothing mark the talk about keys.
      boolean sealed = packet.length >= data + 4 && u16(packet, data) + u16(packet, data + 2) != 0;
      return sealed ? esp(packet, data, outer, keys) : other(outer);
    }
    if (destination == VXLAN || destination == VXLAN_OF_LINUX) {
      return ethernet(packet, data + VXLAN_HEADER, outer, keys, tunnels);
    }
    if (destination == GENEVE && packet.length > data) {
      int options = (packet[data] & 0x3f) * 4;
      return ethernet(packet, data + VXLAN_HEADER + options, outer, keys, tunnels);
    }
    return wireGuard(packet, data, length)
        ? new InterNodePacket(Encapsulation.WIREGUARD, outer, null, null)
        : other(outer);
  }

  private static boolean wireGuard(byte[] packet, int at, int length) {
    return packet.length >= at + 4
        && packet[at] == 4
        && packet[at + 1] == 0
        && u16(packet, at + 2) == 0
        && length >= WIREGUARD_LEAST
        && length % WIREGUARD_STEP == 0;
  }

  private static InterNodePacket esp(byte[] packet, int at, String outer, WellKnownEspKeys keys) {
    boolean opened = at < packet.length && keys.open(Arrays.copyOfRange(packet, at, packet.length));
    return new InterNodePacket(
        opened ? Encapsulation.OPENED : Encapsulation.ESP, outer, null, null);
  }

  private static InterNodePacket ethernet(
      byte[] packet, int at, String outer, WellKnownEspKeys keys, int tunnels) {
    return inner(packet, at + ETHERNET_HEADER, outer, keys, tunnels);
  }

  private static InterNodePacket inner(
      byte[] packet, int at, String outer, WellKnownEspKeys keys, int tunnels) {
    return tunnels > 0 && ipv4(packet, at)
        ? read(packet, at, outer, keys, tunnels - 1)
        : other(outer);
  }

  private static InterNodePacket tcp(byte[] packet, int ip, int at, String outer) {
    // No socket has port 0; what claims to is broken.
    if (packet.length < at + 4 || u16(packet, at) == 0 || u16(packet, at + 2) == 0) {
      return other(outer);
    }
    return new InterNodePacket(
        Encapsulation.READABLE,
        outer,
        new Address(host(packet, ip + 12), u16(packet, at)),
        new Address(host(packet, ip + 16), u16(packet, at + 2)));
  }

  private static InterNodePacket other(String outer) {
    return new InterNodePacket(Encapsulation.OTHER, outer, null, null);
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
