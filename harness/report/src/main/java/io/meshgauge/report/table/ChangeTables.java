package io.meshgauge.report.table;

import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.stats.Proportion;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Tables of changes in measured windows. */
public final class ChangeTables {
  private static final double CONFIDENCE = 0.95;

  private ChangeTables() {}

  /** What the changes of each arm cost the requests; empty where nothing was changed. */
  public static Table effects(PlanReport plan) {
    return Columns.ofArms(Row::arm)
        .number("table.changes", row -> Integer.toString(row.effects().size()))
        .detail()
        .number(
            "table.failed-requests",
            row -> Messages.get("report.part", row.failed().hits(), row.failed().trials()))
        .value("table.share-95", ChangeTables::share)
        .value(
            "table.failed-per-change",
            row -> row.spread(ChangeEffect::failed, it -> Amounts.number(Unit.COUNT, it)))
        .value("table.longest-gap", row -> row.seconds(ChangeEffect::longestGapSeconds))
        .value("table.worst-p99", row -> row.seconds(ChangeEffect::worstSecondSeconds))
        .value("table.recovery", row -> row.seconds(ChangeEffect::recoverySeconds))
        .table(
            Messages.get("table.change-effects"),
            Messages.get("table.change-effects-note"),
            plan.arms().stream()
                .map(arm -> new Row(arm, effects(arm)))
                .filter(row -> !row.effects().isEmpty())
                .toList());
  }

  /** The effects of all changes in the valid runs of an arm. */
  public static List<ChangeEffect> effects(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.results().changes().stream()).toList();
  }

  private static Cell share(Row row) {
    Proportion failed = row.failed();
    DoubleFunction<String> percent = it -> Amounts.number(Unit.RATIO, it);
    return Cell.of(percent.apply(failed.value()))
        .within(Optional.of(failed.interval(CONFIDENCE)), percent);
  }

  private record Row(Arm arm, List<ChangeEffect> effects) {
    Proportion failed() {
      long failed = effects.stream().mapToLong(ChangeEffect::failed).sum();
      long requests = effects.stream().mapToLong(ChangeEffect::requests).sum();
      return new Proportion(failed, Math.max(1, requests));
    }

    Cell seconds(ToDoubleFunction<ChangeEffect> value) {
      return spread(value, Amounts::digits);
    }

    /** The mean and the largest value. */
    Cell spread(ToDoubleFunction<ChangeEffect> value, DoubleFunction<String> text) {
      double mean = effects.stream().mapToDouble(value).average().orElseThrow();
      double most = effects.stream().mapToDouble(value).max().orElseThrow();
      return Cell.of(text.apply(mean)).with(text.apply(most));
    }
  }
}
