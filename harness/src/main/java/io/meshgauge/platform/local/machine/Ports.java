package io.meshgauge.platform.local.machine;

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
 * Allocates free loopback ports that no other harness on this machine gets at the same time.
 *
 * <p>Ports are below the kernel's range for outgoing connections, so no connection can take a port
 * between allocation and use. They are allocated in blocks. Listening on the first port of a block
 * claims it across all users, and the kernel releases it when the process dies. Each other port is
 * tested by binding. Closing releases the blocks.
 */
public final class Ports implements IntSupplier, AutoCloseable {
  private static final int FIRST_PORT = 20_000;
  private static final int BLOCK_SIZE = 100;
  private static final int DEFAULT_EPHEMERAL_START = 32_768;
  private static final Path EPHEMERAL_RANGE_FILE =
      Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private final int first;
  private final int blocks;
  private final List<ServerSocket> claims = new ArrayList<>();
  private final int offset;
  private int next;
  private int blockEnd;
  private int tried;

  /** Allocates between port 20000 and the kernel's range. */
  public Ports() {
    this(FIRST_PORT, Math.min(DEFAULT_EPHEMERAL_START, ephemeralStart()));
  }

  Ports(int first, int end) {
    this.first = first;
    this.blocks = (end - first) / BLOCK_SIZE;
    // Concurrent harnesses start at different blocks to avoid collisions.
    this.offset = (int) (ProcessHandle.current().pid() % blocks);
  }

  /**
   * A free port, never the same twice.
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
      int start = first + (offset + tried) % blocks * BLOCK_SIZE;
      Optional<ServerSocket> claim = listen(start);
      if (claim.isPresent()) {
        claims.add(claim.get());
        next = start + 1;
        blockEnd = start + BLOCK_SIZE;
        tried++;
        return;
      }
    }
    throw new PlatformException(
        "no free port from %d to %d: all blocks of %d are claimed or in use; end other harnesses"
            .formatted(first, first + blocks * BLOCK_SIZE - 1, BLOCK_SIZE));
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
      // The kernel releases it with the process.
    }
  }

  private static int ephemeralStart() {
    try {
      String range = Files.readString(EPHEMERAL_RANGE_FILE).strip();
      int start = Integer.parseInt(range.split("\\s+")[0]);
      // No room below a kernel range that covers almost all ports: then only binding protects.
      return start < FIRST_PORT + 10 * BLOCK_SIZE ? DEFAULT_EPHEMERAL_START : start;
    } catch (IOException | NumberFormatException e) {
      return DEFAULT_EPHEMERAL_START;
    }
  }
}
