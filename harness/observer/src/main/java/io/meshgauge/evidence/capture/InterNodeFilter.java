package io.meshgauge.evidence.capture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A classic BPF program that lets IPv4 packets pass that leave by some devices, for some nodes,
 * from or to some pods, or encrypted by IPsec: its tunnels may end at addresses of a network's own.
 *
 * <p>For a packet that starts at its IP header; see {@link AddressFilter}. What the kernel knows of
 * a packet other than its bytes has offsets that no byte has ({@code SKF_AD_OFF}).
 */
final class InterNodeFilter {
  private static final int LOAD_WORD = 0x20;
  private static final int LOAD_BYTE = 0x30;
  private static final int AND = 0x54;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int RETURN = 0x06;
  private static final long ANCILLARY = 0xffff_f000L;
  private static final long PACKET_TYPE = ANCILLARY + 4;
  private static final long DEVICE = ANCILLARY + 8;
  private static final int OUTGOING = 4;
  private static final int PROTOCOL = 9;
  private static final int ESP = 50;
  private static final int SOURCE = 12;
  private static final int DESTINATION = 16;

  /** Jumps are 8 bits wide. */
  private static final int MOST_DEVICES = 100;

  private InterNodeFilter() {}

  /**
   * The program in this machine's byte order.
   *
   * @param devices by their index
   * @param nodes IPv4 addresses of nodes
   * @param pods IPv4 addresses of pods
   * @throws IllegalArgumentException for an address that is no IPv4 address, too many, or none
   */
  static byte[] program(
      Collection<Integer> devices, Set<String> nodes, Set<String> pods, int snapLength) {
    int addresses = nodes.size() + 2 * pods.size();
    if (devices.isEmpty()
        || devices.size() > MOST_DEVICES
        || nodes.isEmpty()
        || addresses > AddressFilter.MOST_ADDRESSES) {
      throw new IllegalArgumentException(
          "%d devices, %d addresses; expected 1 to %d, and 1 to %d"
              .formatted(devices.size(), addresses, MOST_DEVICES, AddressFilter.MOST_ADDRESSES));
    }
    List<long[]> code = new ArrayList<>();
    code.add(new long[] {LOAD_BYTE, 0, 0, PACKET_TYPE});
    code.add(new long[] {JUMP_IF_EQUAL, 1, 0, OUTGOING});
    code.add(new long[] {RETURN, 0, 0, 0});
    code.add(new long[] {LOAD_BYTE, 0, 0, 0});
    code.add(new long[] {AND, 0, 0, 0xf0});
    code.add(new long[] {JUMP_IF_EQUAL, 1, 0, 0x40});
    code.add(new long[] {RETURN, 0, 0, 0});
    code.add(new long[] {LOAD_WORD, 0, 0, DEVICE});
    int left = devices.size();
    for (int device : devices) {
      // Past the devices that are left, and past the refusal behind them.
      code.add(new long[] {JUMP_IF_EQUAL, left--, 0, device});
    }
    code.add(new long[] {RETURN, 0, 0, 0});
    code.add(new long[] {LOAD_BYTE, 0, 0, PROTOCOL});
    code.add(new long[] {JUMP_IF_EQUAL, 0, 1, ESP});
    code.add(new long[] {RETURN, 0, 0, snapLength});
    code.add(new long[] {LOAD_WORD, 0, 0, DESTINATION});
    nodes.forEach(it -> accept(code, it, snapLength));
    pods.forEach(it -> accept(code, it, snapLength));
    code.add(new long[] {LOAD_WORD, 0, 0, SOURCE});
    pods.forEach(it -> accept(code, it, snapLength));
    code.add(new long[] {RETURN, 0, 0, 0});
    return AddressFilter.encode(code);
  }

  private static void accept(List<long[]> code, String host, int snapLength) {
    code.add(new long[] {JUMP_IF_EQUAL, 0, 1, AddressFilter.bits(host)});
    code.add(new long[] {RETURN, 0, 0, snapLength});
  }
}
