package io.meshgauge.evidence;

import io.meshgauge.topology.Address;
import java.nio.ByteBuffer;

/** IPv4 packets for tests, from their headers on. */
public final class Packets {
  private static final int TCP = 6;
  private static final int UDP = 17;

  private Packets() {}

  public static byte[] ip(int protocol, String source, String destination, byte[] payload) {
    ByteBuffer packet = ByteBuffer.allocate(20 + payload.length);
    packet.put((byte) 0x45).put((byte) 0).putShort((short) packet.capacity());
    packet.putInt(0).put((byte) 64).put((byte) protocol).putShort((short) 0);
    host(packet, source);
    host(packet, destination);
    return packet.put(payload).array();
  }

  public static byte[] tcp(Address source, Address destination) {
    ByteBuffer segment = ByteBuffer.allocate(20 + 30);
    segment.putShort((short) source.port()).putShort((short) destination.port());
    segment.put(12, (byte) 0x50);
    return ip(TCP, source.host(), destination.host(), segment.array());
  }

  public static byte[] udp(String source, String destination, int from, int to, byte[] data) {
    ByteBuffer packet = ByteBuffer.allocate(8 + data.length);
    packet.putShort((short) from).putShort((short) to);
    packet.putShort((short) packet.capacity()).putShort((short) 0);
    return ip(UDP, source, destination, packet.put(data).array());
  }

  public static byte[] vxlan(String source, String destination, int port, byte[] inner) {
    byte[] data = ByteBuffer.allocate(8 + 14 + inner.length).put(0, (byte) 8).array();
    System.arraycopy(inner, 0, data, 22, inner.length);
    return udp(source, destination, 40_001, port, data);
  }

  public static byte[] geneve(String source, String destination, int options, byte[] inner) {
    byte[] data = new byte[8 + options + 14 + inner.length];
    data[0] = (byte) (options / 4);
    System.arraycopy(inner, 0, data, 22 + options, inner.length);
    return udp(source, destination, 40_001, 6081, data);
  }

  /** Transport data of WireGuard, so many bytes of it. */
  public static byte[] wireGuard(int length) {
    byte[] data = new byte[length];
    data[0] = 4;
    data[5] = 99;
    return data;
  }

  private static void host(ByteBuffer packet, String host) {
    for (String part : host.split("\\.")) {
      packet.put((byte) Integer.parseInt(part));
    }
  }
}
