package io.meshgauge.evidence;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A classic BPF program that lets TCP over IPv4 from or to some ports pass, so that the kernel, not
 * we, drops everything else.
 *
 * <p>For a packet that starts at its IP header. Instruction: u16 code, u8 jump if true, u8 jump if
 * false, u32 operand ({@code linux/filter.h}).
 */
final class PortFilter {
  /** Bytes of one instruction. */
  static final int INSTRUCTION = 8;

  /** Jump distances are one byte, which bounds the ports. */
  static final int MOST_PORTS = 100;

  private static final int LOAD_BYTE = 0x30;
  private static final int LOAD_HALF_AT_X = 0x48;
  private static final int X_IS_HEADER_LENGTH = 0xb1;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int RETURN = 0x06;

  private PortFilter() {}

  /** The program in this machine's byte order. */
  static byte[] program(Set<Integer> ports, int snapLength) {
    if (ports.isEmpty() || ports.size() > MOST_PORTS) {
      throw new IllegalArgumentException(
          "%d ports; expected 1 to %d".formatted(ports.size(), MOST_PORTS));
    }
    List<Integer> wanted = List.copyOf(ports);
    int accept = 4 + 2 * wanted.size() + 2;
    List<long[]> code = new ArrayList<>();
    code.add(new long[] {LOAD_BYTE, 0, 0, 9});
    code.add(new long[] {JUMP_IF_EQUAL, 0, accept - 1 - 2, 6});
    code.add(new long[] {X_IS_HEADER_LENGTH, 0, 0, 0});
    for (int half : new int[] {0, 2}) {
      code.add(new long[] {LOAD_HALF_AT_X, 0, 0, half});
      for (int port : wanted) {
        code.add(new long[] {JUMP_IF_EQUAL, accept - code.size() - 1, 0, port});
      }
    }
    code.add(new long[] {RETURN, 0, 0, 0});
    code.add(new long[] {RETURN, 0, 0, snapLength});
    return encode(code);
  }

  private static byte[] encode(List<long[]> code) {
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
