package io.meshgauge.experiment.change;

/**
 * Something that was done to an arm on purpose in a measured window, and undone.
 *
 * @param kind what was done, as the experiment's file calls it, for example {@code refuse}
 * @param victim the workload
 * @param beginMicros when it began, in microseconds since the epoch
 * @param endMicros when the workload was ready again, in microseconds since the epoch
 */
public record Change(String kind, String victim, long beginMicros, long endMicros) {
  public Change {
    if (endMicros < beginMicros) {
      throw new IllegalArgumentException(
          "a change of %s that ends at %d and begins at %d; expected its end after its begin"
              .formatted(victim, endMicros, beginMicros));
    }
  }
}
