package io.meshgauge.cli.describe;

import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The limits by which an experiment is judged, with their units. */
public record LimitsText(PrintStream out) {

  /** Prints when the build is red. */
  public void gate(List<Slo> slos) {
    out.printf("%nThe build is red when%n");
    for (Slo slo : slos) {
      out.printf(
          "  %s is %s %s%n",
          slo.metric().key(),
          slo.metric().moreIsBetter() ? "below" : "above",
          amount(slo.metric(), slo.limit()));
    }
    out.println("  a run is unverified");
    out.println("  an arm has fewer measured runs than replicates; a void run is repeated once");
  }

  /** Prints what ends a session early. */
  public void stop(StopRule rule) {
    out.printf("%nThe session ends at once, because the application is harmed, when%n");
    Map<Metric, Optional<StopRule.Limit>> limits = new LinkedHashMap<>();
    limits.put(Metric.ERROR_RATIO, rule.errorRatio());
    limits.put(Metric.RESPONSE_P99, rule.responseP99());
    limits.forEach(
        (metric, limit) ->
            limit.ifPresent(
                it ->
                    out.printf(
                        "  %s is %s or more in %s (%s)%n",
                        metric.key(),
                        amount(metric, it.value()),
                        ReportText.count(rule.seconds(), "consecutive second"),
                        it.source())));
    if (rule.equals(StopRule.NONE)) {
      out.println("  never: no stop: is set");
    }
  }

  /** Prints how measurements become points. */
  public void scoring(ScoringRules rules) {
    out.printf("%nScore%n");
    for (Criterion criterion : rules.criteria()) {
      Metric metric = criterion.metric();
      out.printf(
          Locale.ROOT,
          "  %-16s 1 point %s %s, none %s %s, a straight line between%n",
          metric.key(),
          metric.moreIsBetter() ? "from" : "up to",
          amount(metric, criterion.full()),
          metric.moreIsBetter() ? "up to" : "from",
          amount(metric, criterion.zero()));
    }
    for (WeightSet set : rules.weightSets()) {
      out.printf(
          "  weights %s: %s%n",
          set.name(),
          set.weights().entrySet().stream()
              .map(weight -> weight.getKey().key() + " " + Amounts.share(weight.getValue()))
              .collect(Collectors.joining(", ")));
    }
    rules.efficiency().map(EfficiencyIndex::formula).ifPresent(f -> out.println("  " + f));
  }

  private static String amount(Metric metric, double value) {
    return Amounts.text(metric.unit(), value);
  }
}
