package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Protocol.StopRule.Limit;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads {@code stop}: when the application is so evidently harmed that the session ends. */
final class StopReader {
  /** A healthy application answers most requests, whatever the load. */
  private static final double DEFAULT_ERROR_RATIO = 0.5;

  static final Keys KEYS = new Keys("the stop rule");

  private static final Key<Optional<Double>> ERRORS =
      limit(Metric.ERROR_RATIO, share -> share > 0 && share <= 1, "above 0 and up to 100%");

  private static final Key<Optional<Double>> RESPONSES =
      limit(Metric.RESPONSE_P99, time -> time > 0, "above 0");

  private static final Key<Double> FOR =
      KEYS.key(
          "for",
          Form.quantity(Unit.SECONDS)
              .that(
                  it -> it >= 1 && it == Math.rint(it) && it <= Integer.MAX_VALUE,
                  "in whole seconds, at least 1s, since the load is judged once a second")
              .advised("write for: 5s"));

  private StopReader() {}

  private static Key<Optional<Double>> limit(
      Metric metric, Predicate<Double> accepted, String described) {
    return KEYS.key(
        metric.key(),
        Form.quantity(metric.unit())
            .that(accepted, described)
            .advised("write a limit that a healthy application stays below, or none")
            .or("none"));
  }

  /**
   * The rule of an experiment.
   *
   * @param users whether the application is the user's: it has a limit of errors by default
   */
  static StopRule read(Section section, boolean users) {
    Optional<Limit> errors = limit(section, ERRORS);
    if (users && !section.has(ERRORS)) {
      errors =
          Optional.of(
              new Limit(
                  DEFAULT_ERROR_RATIO,
                  "the default of stop.error_ratio for an application of yours"));
    }
    Optional<Limit> responses = limit(section, RESPONSES);
    int seconds = section.get(FOR, 1.0).intValue();
    return errors.isEmpty() && responses.isEmpty()
        ? StopRule.NONE
        : new StopRule(errors, responses, seconds);
  }

  private static Optional<Limit> limit(Section section, Key<Optional<Double>> key) {
    return section
        .get(key, Optional.empty())
        .map(it -> new Limit(it, "%s (stop.%s)".formatted(section.place(key), key.name())));
  }
}
