package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A classic BPF program that lets TCP over IPv4 from or to some addresses pass, so that the kernel,
 * not we, drops everything else.
 *
 * <p>For a packet that starts at its IP header. Instruction: u16 code, u8 jump if true, u8 jump if
 * false, u32 operand ({@code linux/filter.h}).
 */
final class AddressFilter {
  /** Bytes of one instruction. */
  static final int INSTRUCTION = 8;

  /** The kernel takes 4,096 instructions, of which an address needs ten. */
  static final int MOST_ADDRESSES = 400;

  private static final int LOAD_WORD = 0x20;
  private static final int LOAD_BYTE = 0x30;
  private static final int LOAD_HALF_AT_X = 0x48;
  private static final int X_IS_HEADER_LENGTH = 0xb1;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int RETURN = 0x06;
  private static final int TCP = 6;

  /** Offsets of the address in the IP header and of the port behind it: source, destination. */
  private static final int[][] ENDS = {{12, 0}, {16, 2}};

  private static final Pattern IPV4 =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");

  private AddressFilter() {}

  /**
   * The program in this machine's byte order.
   *
   * @throws IllegalArgumentException for an address that is no IPv4 address, too many, or none
   */
  static byte[] program(Set<Address> addresses, int snapLength) {
    if (addresses.isEmpty() || addresses.size() > MOST_ADDRESSES) {
      throw new IllegalArgumentException(
          "%d addresses; expected 1 to %d".formatted(addresses.size(), MOST_ADDRESSES));
    }
    List<long[]> code = new ArrayList<>();
    code.add(new long[] {LOAD_BYTE, 0, 0, 9});
    code.add(new long[] {JUMP_IF_EQUAL, 1, 0, TCP});
    code.add(new long[] {RETURN, 0, 0, 0});
    code.add(new long[] {X_IS_HEADER_LENGTH, 0, 0, 0});
    for (int[] end : ENDS) {
      for (Address address : addresses) {
        code.add(new long[] {LOAD_WORD, 0, 0, end[0]});
        code.add(new long[] {JUMP_IF_EQUAL, 0, 3, bits(address.host())});
        code.add(new long[] {LOAD_HALF_AT_X, 0, 0, end[1]});
        code.add(new long[] {JUMP_IF_EQUAL, 0, 1, address.port()});
        code.add(new long[] {RETURN, 0, 0, snapLength});
      }
    }
    code.add(new long[] {RETURN, 0, 0, 0});
    return encode(code);
  }

  /**
   * An IPv4 address as a number.
   *
   * @throws IllegalArgumentException when it is none
   */
  static int bits(String host) {
    Matcher parts = IPV4.matcher(host);
    int bits = 0;
    boolean right = parts.matches();
    for (int i = 1; right && i <= 4; i++) {
      int part = Integer.parseInt(parts.group(i));
      right = part <= 255;
      bits = bits << 8 | part;
    }
    if (!right) {
      throw new IllegalArgumentException(
          "'%s' cannot be captured; expected an IPv4 address such as 10.0.0.1".formatted(host));
    }
    return bits;
  }

  static byte[] encode(List<long[]> code) {
    ByteBuffer buffer =
        ByteBuffer.allocate(code.size() * INSTRUCTION).order(ByteOrder.nativeOrder());
    for (long[] instruction : code) {
      buffer.putShort((short) instruction[0]);
      buffer.put((byte) instruction[1]).put((byte) instruction[2]);
      buffer.putInt((int) instruction[3]);
    }
    return buffer.array();
  }
}
