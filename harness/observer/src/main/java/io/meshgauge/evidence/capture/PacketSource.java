package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** A stream of TCP segments to and from some addresses, open for a short burst. */
public interface PacketSource extends AutoCloseable {

  /** Opens a source for the given server addresses. */
  @FunctionalInterface
  interface Opener {
    PacketSource open(Set<Address> addresses) throws IOException;
  }

  /** Tries to open a socket, and closes it again. */
  static CapturePermission tryOpen(CapturePlace place) {
    try (PacketSource source = PacketSocket.open(place, Set.of(Address.loopback(1)))) {
      return new CapturePermission(
          true, "packet capture on %s (%s)".formatted(place.words(), source));
    } catch (IOException e) {
      return new CapturePermission(false, String.valueOf(e.getMessage()));
    }
  }

  /** The next segment that carries payload; empty when none came within {@code patience}. */
  Optional<CapturedSegment> next(Duration patience) throws IOException;

  /** How many packets there was no room for since it was opened. */
  default long lost() {
    return 0;
  }

  @Override
  void close();
}
