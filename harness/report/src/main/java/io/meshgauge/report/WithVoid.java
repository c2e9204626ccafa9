package io.meshgauge.report;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One headline difference from the baseline, without the void runs and with them.
 *
 * @param arm the variant
 * @param metric of the headline
 * @param without the difference over valid runs; a dash if there is none
 * @param with the difference over the first run of each trial, void or not
 */
public record WithVoid(Arm arm, Metric metric, String without, String with) {

  /** Every headline difference of a plan, variant by variant; none when no run was void. */
  public static List<WithVoid> of(PlanReport plan) {
    List<WithVoid> rows = new ArrayList<>();
    for (Contrast contrast : plan.firstRuns()) {
      for (Metric metric : plan.emphasis().headlines()) {
        Optional<Comparison> with = contrast.on(metric);
        Optional<Comparison> without =
            plan.contrast(contrast.arm().name()).flatMap(found -> found.on(metric));
        if (with.isPresent() || without.isPresent()) {
          rows.add(
              new WithVoid(
                  contrast.arm(),
                  metric,
                  without.map(WithVoid::words).orElse("–"),
                  with.map(WithVoid::words).orElse("–")));
        }
      }
    }
    return rows;
  }

  private static String words(Comparison found) {
    Unit unit = found.metric().unit();
    StringBuilder words = new StringBuilder();
    words.append(Amounts.signed(unit, found.difference().absolute()));
    found.difference().relative().stream()
        .forEach(share -> words.append(" (").append(Amounts.change(share)).append(')'));
    if (!found.verdict().differs()) {
      words.append(' ').append(found.verdict().symbol());
    }
    return words.toString();
  }
}
