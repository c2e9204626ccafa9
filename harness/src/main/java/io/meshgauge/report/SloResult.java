package io.meshgauge.report;

import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Amounts;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Whether one variant under one plan keeps a service level objective.
 *
 * @param variant column of the report
 * @param plan row of the report
 * @param slo the objective
 * @param value median over the valid runs in the metric's unit; empty when there is none
 * @param state kept, broken, or not measured
 */
public record SloResult(String variant, String plan, Slo slo, OptionalDouble value, State state) {

  /** What became of an objective. */
  public enum State {
    KEPT,
    BROKEN,
    NOT_MEASURED;

    /** The word printed in tables. */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The result for a value; not measured when the value is empty. */
  public static SloResult of(String variant, String plan, Slo slo, OptionalDouble value) {
    if (value.isEmpty()) {
      return new SloResult(variant, plan, slo, value, State.NOT_MEASURED);
    }
    State state = slo.keptBy(value.getAsDouble()) ? State.KEPT : State.BROKEN;
    return new SloResult(variant, plan, slo, value, state);
  }

  /** The objective in words, for example {@code Response time p99 at most 50.0 ms}. */
  public String objective() {
    return "%s %s %s"
        .formatted(
            slo.metric().title(),
            slo.metric().moreIsBetter() ? "at least" : "at most",
            Amounts.text(slo.metric().unit(), slo.limit()));
  }

  /** One sentence: the objective, and what was measured. */
  public String words() {
    String measured =
        value.isPresent()
            ? "the median of the valid runs is "
                + Amounts.text(slo.metric().unit(), value.getAsDouble())
            : "no valid run measured it";
    return "%s is %s: %s.".formatted(objective(), state.key(), measured);
  }

  /** The result as a test case. */
  public CriterionResult asCriterion() {
    String name = "slo " + slo.metric().key();
    return new CriterionResult(variant, plan, name, state == State.KEPT, words());
  }
}
