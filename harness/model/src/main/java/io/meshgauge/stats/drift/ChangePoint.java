package io.meshgauge.stats.drift;

/**
 * A sudden change of a series to another level.
 *
 * @param window the first window of the new level, from 0
 * @param hours where it lies, in hours since the start of the soak
 * @param before median from the change before to this one, in the unit of the values
 * @param after median from here to the next change
 * @param p probability of a change as clear anywhere in a series without one, at most 1
 */
public record ChangePoint(int window, double hours, double before, double after, double p) {
  /** Difference of the levels. */
  public double step() {
    return after - before;
  }
}
