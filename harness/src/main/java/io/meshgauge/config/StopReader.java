package io.meshgauge.config;

import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Protocol.StopRule.Limit;
import io.meshgauge.measure.Metric;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads {@code stop}: when the application is so evidently harmed that the session ends. */
final class StopReader {
  /** A healthy application answers most requests, whatever the load. */
  private static final double DEFAULT_ERROR_RATIO = 0.5;

  private static final String FOR = "for";

  private final Problems problems;

  StopReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * The rule of an experiment.
   *
   * @param users whether the application is the user's: it has a limit of errors by default
   */
  StopRule read(Section top, boolean users) {
    if (top.value(Shape.STOP).filter(Section::isNone).isPresent()) {
      return StopRule.NONE;
    }
    Optional<Value.Mapping> mapping = top.mapping(Shape.STOP);
    if (mapping.isEmpty()) {
      return StopRule.NONE;
    }
    Section section = Section.of(mapping.get(), Shape.STOP, problems);
    Optional<Limit> errors = limit(section, Metric.ERROR_RATIO);
    if (errors.isEmpty() && users && section.value(Metric.ERROR_RATIO.key()).isEmpty()) {
      errors =
          Optional.of(
              new Limit(
                  DEFAULT_ERROR_RATIO,
                  "the default of stop.error_ratio for an application of yours"));
    }
    Optional<Limit> responses = limit(section, Metric.RESPONSE_P99);
    int seconds = seconds(section);
    return errors.isEmpty() && responses.isEmpty()
        ? StopRule.NONE
        : new StopRule(errors, responses, seconds);
  }

  private Optional<Limit> limit(Section section, Metric metric) {
    Optional<Value> written = section.value(metric.key());
    if (written.isEmpty() || Section.isNone(written.get())) {
      return Optional.empty();
    }
    OptionalDouble amount = section.quantity(metric.key(), metric.unit());
    if (amount.isEmpty()) {
      return Optional.empty();
    }
    double value = amount.getAsDouble();
    if (value == 0 || (metric == Metric.ERROR_RATIO && value > 1)) {
      problems.wrong(
          written.get().place(),
          "stop.%s is %s".formatted(metric.key(), written.get().describe()),
          metric == Metric.ERROR_RATIO ? "a share above 0 and up to 100%" : "a duration above 0",
          "write a limit that a healthy application stays below, or none");
      return Optional.empty();
    }
    return Optional.of(
        new Limit(value, "%s (stop.%s)".formatted(written.get().place(), metric.key())));
  }

  private int seconds(Section section) {
    OptionalDouble amount = section.quantity(FOR, Metric.RESPONSE_P99.unit());
    double value = amount.orElse(1);
    if (value < 1 || value != Math.rint(value) || value > Integer.MAX_VALUE) {
      problems.wrong(
          section.value(FOR).map(Value::place).orElse(section.place()),
          "stop.for is %s".formatted(section.value(FOR).map(Value::describe).orElse("absent")),
          "whole seconds, at least 1s, since the load is judged once a second",
          "write for: 5s");
      return 1;
    }
    return (int) value;
  }
}
