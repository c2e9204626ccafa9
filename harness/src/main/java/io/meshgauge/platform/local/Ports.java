package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
 * claimed by a file lock; each port of it is tried by binding before it is given out. Closing gives
 * the blocks back.
 */
public final class Ports implements IntSupplier, AutoCloseable {
  private static final int FIRST = 20_000;
  private static final int BLOCK = 100;
  private static final int USUAL_END = 32_768;
  private static final Path EPHEMERAL = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private final Path locks;
  private final int end;
  private final List<FileClaim> claims = new ArrayList<>();
  private int next;
  private int blockEnd;
  private int candidate;

  /** A supply that keeps its locks in the user's cache. */
  public Ports(CacheFolder cache) {
    this(cache.folder("ports"), Math.min(USUAL_END, ephemeralStart()));
  }

  Ports(Path locks, int end) {
    this.locks = locks;
    this.end = end;
    this.candidate = FIRST;
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
    claims.forEach(FileClaim::close);
    claims.clear();
    next = blockEnd;
  }

  private void claimBlock() {
    while (candidate + BLOCK <= end) {
      int start = candidate;
      candidate += BLOCK;
      Optional<FileClaim> claim = FileClaim.attempt(locks.resolve(start + ".lock"));
      if (claim.isPresent()) {
        claims.add(claim.get());
        next = start;
        blockEnd = start + BLOCK;
        return;
      }
    }
    throw new PlatformException(
        "no free port from %d to %d: all blocks of %d are claimed (locks in %s) or in use; end other harnesses"
            .formatted(FIRST, end - 1, BLOCK, locks));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
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
