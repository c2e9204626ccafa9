package io.meshgauge.evidence.capture;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A Linux packet socket on one device, or on all of them; needs root or {@code CAP_NET_RAW}.
 *
 * <p>On one device it is bound to IPv4 only: a packet on loopback is then delivered once, when it
 * arrives, and not a second time when it leaves. On all devices that would not do: what a bridge
 * takes from its port never gets as far as a protocol's receivers, and neither does what leaves.
 */
public final class PacketSocket implements PacketSource, InterNodeCapture.Source {
  private static final int AF_PACKET = 17;
  private static final int SOCK_DGRAM = 2;
  private static final short ETH_P_ALL = 3;
  private static final short ETH_P_IP = 0x0800;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_ATTACH_FILTER = 26;
  private static final int SO_RCVBUFFORCE = 33;
  private static final int SOL_PACKET = 263;
  private static final int PACKET_STATISTICS = 6;

  /** Room for what arrives while this process does not run. */
  private static final int BUFFER = 8 << 20;

  private static final int EAGAIN = 11;
  private static final int EINTR = 4;
  private static final int SOCKADDR_LL = 20;
  private static final int SLL_IFINDEX = 4;
  private static final int SLL_PKTTYPE = 10;
  private static final NativeLong SIOCGSTAMPNS = new NativeLong(0x8907);
  private static final int SNAP_LENGTH = 65_535;

  /** Enough of a packet for the headers of two tunnels and what is in them. */
  private static final int HEADERS = 512;

  private final LibC libC;
  private final int descriptor;
  private final Memory buffer = new Memory(SNAP_LENGTH);
  private final Memory from = new Memory(SOCKADDR_LL);
  private final Memory fromLength = new Memory(Integer.BYTES);
  private long waits;
  private final Memory timespec = new Memory(2L * NativeLong.SIZE);

  private PacketSocket(LibC libC, int descriptor) {
    this.libC = libC;
    this.descriptor = descriptor;
  }

  /**
   * Opens a socket that sees the segments from and to the given addresses.
   *
   * @throws IOException for an address that is not IPv4, where there is no such socket, or it is
   *     not permitted
   */
  static PacketSocket open(CapturePlace place, Set<Address> addresses) throws IOException {
    return open(place, () -> AddressFilter.program(addresses, SNAP_LENGTH));
  }

  /**
   * Opens a socket that sees what leaves the node for others.
   *
   * @param devices by which it leaves, by index
   * @param nodes IPv4 addresses of the others
   * @param pods IPv4 addresses of pods, whose packets are seen wherever they go
   * @throws IOException as {@link #open(CapturePlace, Set)} does
   */
  static PacketSocket leaving(
      CapturePlace node, Collection<Integer> devices, Set<String> nodes, Set<String> pods)
      throws IOException {
    return open(node, () -> InterNodeFilter.program(devices, nodes, pods, HEADERS));
  }

  private static PacketSocket open(CapturePlace place, Supplier<byte[]> program)
      throws IOException {
    if (!Platform.isLinux()) {
      throw new IOException("packet capture is only implemented for Linux");
    }
    try {
      byte[] filter = program.get();
      LibC libC = Native.load("c", LibC.class);
      // Protocol 0 receives nothing until the filter is in place and the socket is bound.
      PacketSocket socket = new PacketSocket(libC, libC.socket(AF_PACKET, SOCK_DGRAM, 0));
      try {
        // From the first question on, the kernel keeps the times of what arrives.
        socket.receivedNanos();
        socket.attach(filter);
        socket.enlarge();
        socket.bindTo(place.device());
        return socket;
      } catch (LastErrorException e) {
        socket.close();
        throw e;
      }
    } catch (LastErrorException e) {
      throw new IOException(
          "packet capture is not permitted (%s); it needs root or CAP_NET_RAW"
              .formatted(e.getMessage()),
          e);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    } catch (UnsatisfiedLinkError e) {
      throw new IOException("packet capture needs JNA's native part: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<CapturedSegment> next(Duration patience) throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (System.nanoTime() < deadline) {
        byte[] packet = receive(patience.toNanos());
        Optional<Segment> segment = Segment.parse(packet, packet.length);
        if (segment.isPresent()) {
          return Optional.of(
              new CapturedSegment(
                  from.getInt(SLL_IFINDEX),
                  from.getByte(SLL_PKTTYPE),
                  receivedNanos(),
                  segment.get()));
        }
      }
    } catch (LastErrorException e) {
      refuseBut(e);
    }
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> packet(Duration patience) throws IOException {
    try {
      return Optional.of(receive(patience.toNanos()));
    } catch (LastErrorException e) {
      refuseBut(e);
      return Optional.empty();
    }
  }

  private byte[] receive(long nanos) {
    waitAtMost(nanos);
    fromLength.setInt(0, SOCKADDR_LL);
    int length =
        libC.recvfrom(descriptor, buffer, new NativeLong(SNAP_LENGTH), 0, from, fromLength)
            .intValue();
    return buffer.getByteArray(0, length);
  }

  /** When the kernel got the packet that was received last; 0 if it does not say. */
  private long receivedNanos() {
    try {
      libC.ioctl(descriptor, SIOCGSTAMPNS, timespec);
      return timespec.getNativeLong(0).longValue() * 1_000_000_000L
          + timespec.getNativeLong(NativeLong.SIZE).longValue();
    } catch (LastErrorException unknown) {
      return 0;
    }
  }

  /** That nothing came in time is no failure. */
  private static void refuseBut(LastErrorException e) throws IOException {
    if (e.getErrorCode() != EAGAIN && e.getErrorCode() != EINTR) {
      throw new IOException("packet capture broke off: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      libC.close(descriptor);
    } catch (LastErrorException ignored) {
      // Nothing is lost with a descriptor that is already closed.
    }
    buffer.close();
    from.close();
    fromLength.close();
    timespec.close();
  }

  @Override
  public String toString() {
    return "AF_PACKET";
  }

  private void waitAtMost(long nanos) {
    long micros = Math.max(1_000, nanos / 1_000);
    if (micros == waits) {
      return;
    }
    waits = micros;
    try (Memory timeval = new Memory(2L * NativeLong.SIZE)) {
      timeval.setNativeLong(0, new NativeLong(micros / 1_000_000));
      timeval.setNativeLong(NativeLong.SIZE, new NativeLong(micros % 1_000_000));
      libC.setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, timeval, (int) timeval.size());
    }
  }

  private void enlarge() {
    try (Memory bytes = new Memory(Integer.BYTES)) {
      bytes.setInt(0, BUFFER);
      libC.setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, bytes, Integer.BYTES);
    } catch (LastErrorException notPermitted) {
      // It needs CAP_NET_ADMIN. What is lost with the usual room is counted.
    }
  }

  @Override
  public long lost() {
    try (Memory counts = new Memory(2L * Integer.BYTES);
        Memory length = new Memory(Integer.BYTES)) {
      length.setInt(0, 2 * Integer.BYTES);
      libC.getsockopt(descriptor, SOL_PACKET, PACKET_STATISTICS, counts, length);
      return Integer.toUnsignedLong(counts.getInt(Integer.BYTES));
    } catch (LastErrorException unknown) {
      return 0;
    }
  }

  private void attach(byte[] program) {
    try (Memory code = new Memory(program.length);
        Memory header = new Memory(2L * Native.POINTER_SIZE)) {
      code.write(0, program, 0, program.length);
      header.clear();
      header.setShort(0, (short) (program.length / AddressFilter.INSTRUCTION));
      header.setPointer(Native.POINTER_SIZE, code);
      libC.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, header, (int) header.size());
    }
  }

  private void bindTo(String device) {
    boolean all = device.isEmpty();
    byte[] address =
        ByteBuffer.allocate(SOCKADDR_LL)
            .order(ByteOrder.nativeOrder())
            .putShort((short) AF_PACKET)
            .order(ByteOrder.BIG_ENDIAN)
            .putShort(all ? ETH_P_ALL : ETH_P_IP)
            .order(ByteOrder.nativeOrder())
            .putInt(all ? 0 : libC.if_nametoindex(device))
            .array();
    try (Memory memory = new Memory(SOCKADDR_LL)) {
      memory.write(0, address, 0, SOCKADDR_LL);
      libC.bind(descriptor, memory, SOCKADDR_LL);
    }
  }

  /** The C library's functions, under their own names. */
  @SuppressWarnings("checkstyle:MethodName")
  interface LibC extends Library {
    int socket(int domain, int type, int protocol) throws LastErrorException;

    int setsockopt(int descriptor, int level, int option, Pointer value, int length)
        throws LastErrorException;

    int getsockopt(int descriptor, int level, int option, Pointer value, Pointer length)
        throws LastErrorException;

    int bind(int descriptor, Pointer address, int length) throws LastErrorException;

    NativeLong recvfrom(
        int descriptor,
        Pointer buffer,
        NativeLong length,
        int flags,
        Pointer address,
        Pointer addressLength)
        throws LastErrorException;

    int ioctl(int descriptor, NativeLong request, Pointer argument) throws LastErrorException;

    int close(int descriptor) throws LastErrorException;

    int if_nametoindex(String name) throws LastErrorException;
  }
}
