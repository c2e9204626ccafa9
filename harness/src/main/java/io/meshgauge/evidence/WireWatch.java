package io.meshgauge.evidence;

import io.meshgauge.topology.DataPlane;
import java.util.concurrent.ThreadFactory;

/**
 * A look at the bytes on the path, for as long as the measured window lasts.
 *
 * <p>{@link #start} captures packets where that is permitted, and otherwise samples connections
 * through the data plane's taps.
 */
public interface WireWatch extends AutoCloseable {

  /**
   * Starts to look at every wire address of a data plane; never fails.
   *
   * @param observers makes the thread that looks
   */
  static WireWatch start(DataPlane plane, ThreadFactory observers) {
    PacketSource.Opening opening = PacketSource.tryOpen();
    if (opening.permitted()) {
      return WireCapture.start(plane, PacketSocket::open, observers);
    }
    return TapWatch.start(plane, opening.words(), observers);
  }

  /** Whether packets can be captured here; where not, deploy with setting {@code tap: on}. */
  static boolean capturePermitted() {
    return PacketSource.tryOpen().permitted();
  }

  /** Stops looking and says what was seen; never fails. */
  WireSightings finish();

  @Override
  default void close() {
    finish();
  }
}
