package io.meshgauge.stats.drift;

/**
 * A run of windows with more errors than the rest of the soak makes plausible.
 *
 * @param from its first window, from 0
 * @param to its last window
 * @param errors in all of its windows
 * @param requests in all of its windows
 * @param usual share of errors among the requests of the other windows, 0 to 1
 * @param p chance of one or more runs as bad anywhere in the soak, at most 1
 */
public record Burst(int from, int to, long errors, long requests, double usual, double p) {
  /** Errors among its requests, 0 to 1. */
  public double share() {
    return requests == 0 ? 0 : (double) errors / requests;
  }

  /** How many windows it has. */
  public int windows() {
    return to - from + 1;
  }
}
