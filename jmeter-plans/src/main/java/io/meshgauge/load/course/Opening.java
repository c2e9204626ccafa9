package io.meshgauge.load.course;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Start of a measured window.
 *
 * @param allowed false if the run is to end instead
 * @param startEpochMicros the window's start in microseconds since the epoch, on this machine's
 *     clock; empty for as soon as everything is ready
 * @param turn whose window it is, if several arms take turns
 */
public record Opening(boolean allowed, OptionalLong startEpochMicros, Optional<Turn> turn) {

  /** As soon as everything is ready. */
  public static final Opening SOON = new Opening(true, OptionalLong.empty(), Optional.empty());

  /** Not at all. */
  public static final Opening NEVER = new Opening(false, OptionalLong.empty(), Optional.empty());

  /**
   * A window of one of several arms.
   *
   * @param arm its number, from 0
   * @param round number of the window among those of the arm, from 0: windows of the same round
   *     have the same arrivals
   */
  public record Turn(int arm, long round) {}

  /** At that instant, which several workers may share. */
  public static Opening at(long startEpochMicros) {
    return new Opening(true, OptionalLong.of(startEpochMicros), Optional.empty());
  }
}
