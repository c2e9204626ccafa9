package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * A supply of free loopback ports that no other harness on this machine is given at the same time.
 *
 * <p>Ports come from blocks below the range from which the kernel takes the near ends of outgoing
 * connections, so that a connection cannot sit on a port between its choice and its use. A block is
 * claimed by listening on its first port for as long as the claim lasts: only one process of the
 * machine can, whoever its user is, and the kernel takes the claim back when the process dies. Each
 * other port of the block is tried by binding before it is given out. Closing gives the blocks
 * back.
 */
public final class Ports implements IntSupplier, AutoCloseable {
  private static final int FIRST = 20_000;
  private static final int BLOCK = 100;
  private static final int USUAL_END = 32_768;
  private static final Path EPHEMERAL = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private final int first;
  private final int blocks;
  private final List<ServerSocket> claims = new ArrayList<>();
  private final int offset;
  private int next;
  private int blockEnd;
  private int tried;

  /** A supply from all that lies between port 20000 and the kernel's own range. */
  public Ports() {
    this(FIRST, Math.min(USUAL_END, ephemeralStart()));
  }

  Ports(int first, int end) {
    this.first = first;
    this.blocks = (end - first) / BLOCK;
    // Harnesses side by side begin at different blocks, so that they seldom meet at all.
    this.offset = (int) (ProcessHandle.current().pid() % blocks);
  }

  /**
   * A port that is free now; never the same twice from one supply.
   *
   * @throws PlatformException when all blocks are taken
   */
  @Override
  public synchronized int getAsInt() {
    while (true) {
      if (next >= blockEnd) {
        claimBlock();
      }
      int port = next++;
      if (isFree(port)) {
        return port;
      }
    }
  }

  @Override
  public synchronized void close() {
    claims.forEach(Ports::release);
    claims.clear();
    next = blockEnd;
  }

  private void claimBlock() {
    for (; tried < blocks; tried++) {
      int start = first + (offset + tried) % blocks * BLOCK;
      Optional<ServerSocket> claim = listen(start);
      if (claim.isPresent()) {
        claims.add(claim.get());
        next = start + 1;
        blockEnd = start + BLOCK;
        tried++;
        return;
      }
    }
    throw new PlatformException(
        "no free port from %d to %d: all blocks of %d are claimed or in use; end other harnesses"
            .formatted(first, first + blocks * BLOCK - 1, BLOCK));
  }

  private static boolean isFree(int port) {
    Optional<ServerSocket> socket = listen(port);
    socket.ifPresent(Ports::release);
    return socket.isPresent();
  }

  private static Optional<ServerSocket> listen(int port) {
    try {
      return Optional.of(new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // The kernel takes it back with the process at the latest.
    }
  }

  private static int ephemeralStart() {
    try {
      String range = Files.readString(EPHEMERAL).strip();
      int start = Integer.parseInt(range.split("\\s+")[0]);
      // A machine tuned to use almost all ports leaves no room below: then binding must do.
      return start < FIRST + 10 * BLOCK ? USUAL_END : start;
    } catch (IOException | NumberFormatException e) {
      return USUAL_END;
    }
  }
}
