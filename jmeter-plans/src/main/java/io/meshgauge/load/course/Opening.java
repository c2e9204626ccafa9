package io.meshgauge.load.course;

import java.util.OptionalLong;

/**
 * Start of a measured window.
 *
 * @param allowed false if the run is to end instead
 * @param startEpochMicros the window's start in microseconds since the epoch, on this machine's
 *     clock; empty for as soon as everything is ready
 */
public record Opening(boolean allowed, OptionalLong startEpochMicros) {

  /** As soon as everything is ready. */
  public static final Opening SOON = new Opening(true, OptionalLong.empty());

  /** Not at all. */
  public static final Opening NEVER = new Opening(false, OptionalLong.empty());

  /** At that instant, which several workers may share. */
  public static Opening at(long startEpochMicros) {
    return new Opening(true, OptionalLong.of(startEpochMicros));
  }
}
