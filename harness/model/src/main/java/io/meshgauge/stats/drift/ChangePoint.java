package io.meshgauge.stats.drift;

/**
 * A place where a series goes over to another level at once.
 *
 * @param window the first window of the new level, from 0
 * @param hours where it lies, in hours since the start of the soak
 * @param before median from the change before to this one, in the unit of the values
 * @param after median from here to the next change
 * @param p chance of a change as clear anywhere in a series without one, at most 1
 */
public record ChangePoint(int window, double hours, double before, double after, double p) {
  /** By how much the level changed. */
  public double step() {
    return after - before;
  }
}
