package io.meshgauge.evidence;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** A stream of TCP segments to and from some ports, open for a short burst. */
interface PacketSource extends AutoCloseable {

  /** Opens a source for the given server ports. */
  @FunctionalInterface
  interface Opener {
    PacketSource open(Set<Integer> ports) throws IOException;
  }

  /**
   * Whether packets can be captured.
   *
   * @param permitted whether a socket could be opened
   * @param words how it is done, or why it cannot be
   */
  record Opening(boolean permitted, String words) {}

  /** Tries to open a socket, and closes it again. */
  static Opening tryOpen() {
    try (PacketSource source = PacketSocket.open(Set.of(1))) {
      return new Opening(true, "packet capture on the loopback device (" + source + ")");
    } catch (IOException e) {
      return new Opening(false, String.valueOf(e.getMessage()));
    }
  }

  /** The next segment that carries payload; empty when none came within {@code patience}. */
  Optional<Segment> next(Duration patience) throws IOException;

  @Override
  void close();
}
