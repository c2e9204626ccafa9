package io.meshgauge.report;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.FreemanHalton;
import io.meshgauge.text.Messages;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts of void runs of each arm under one plan, and a test whether their exclusion may have
 * favoured an arm.
 *
 * <p>Arms are compared by the first runs of their trials, since all arms have equally many: only a
 * void run is repeated.
 *
 * @param plan row of the report
 * @param arms one row per arm
 * @param p of the exact test of "void" against the arm, over first runs
 */
public record Exclusions(String plan, List<Row> arms, double p) {
  /** The report warns if p is below this level. */
  static final double WARNING_LEVEL = 0.10;

  /** The report warns if shares of void first runs differ by more than this. */
  static final double WARNING_SPREAD = 0.20;

  public Exclusions {
    arms = List.copyOf(arms);
  }

  /**
   * One arm.
   *
   * @param arm the arm
   * @param started runs that were started, repeats included
   * @param first first runs among them
   * @param firstVoid first runs that were void
   * @param repeated repeats of void runs
   * @param voidByRule void runs by broken rule; a run that broke two counts for both
   */
  public record Row(
      Arm arm,
      int started,
      int first,
      int firstVoid,
      int repeated,
      SortedMap<String, Integer> voidByRule) {

    static Row of(Arm arm) {
      Set<Trial> trials = new HashSet<>();
      SortedMap<String, Integer> rules = new TreeMap<>();
      int firstVoid = 0;
      for (Run run : arm.runs()) {
        boolean isFirst = trials.add(run.trial().at(0));
        if (run.outcome() == Outcome.VOID) {
          firstVoid += isFirst ? 1 : 0;
          run.reasons().stream()
              .map(Reason::rule)
              .distinct()
              .forEach(rule -> rules.merge(rule, 1, Integer::sum));
        }
      }
      int started = arm.runs().size();
      return new Row(arm, started, trials.size(), firstVoid, started - trials.size(), rules);
    }

    /** For example {@code other-work 1, send-lag 2}; a dash if no run was void. */
    public String rules() {
      return voidByRule.isEmpty()
          ? "–"
          : voidByRule.entrySet().stream()
              .map(rule -> rule.getKey() + " " + rule.getValue())
              .collect(Collectors.joining(", "));
    }

    private double share() {
      return (double) firstVoid / first;
    }
  }

  static Exclusions of(PlanReport plan) {
    List<Row> rows = plan.arms().stream().map(Row::of).toList();
    double p =
        FreemanHalton.p(
            rows.stream()
                .map(row -> new FreemanHalton.Group(row.firstVoid(), row.first()))
                .toList());
    return new Exclusions(plan.name(), rows, p);
  }

  /** Whether any run was void. */
  public boolean any() {
    return arms.stream().anyMatch(row -> row.arm().count(Outcome.VOID) > 0);
  }

  /** Highest minus lowest share of void first runs over the arms that started, 0 to 1. */
  public double spread() {
    double[] shares =
        arms.stream().filter(row -> row.first() > 0).mapToDouble(Row::share).sorted().toArray();
    return shares.length == 0 ? 0 : shares[shares.length - 1] - shares[0];
  }

  /**
   * The counts in one sentence, for example {@code void first runs: baseline 2 of 3, envoy 0 of 3}.
   */
  public String words() {
    String counts =
        arms.stream()
            .map(
                row ->
                    Messages.get(
                        "report.exclusions-arm", row.arm().label(), row.firstVoid(), row.first()))
            .collect(Collectors.joining(", "));
    return Messages.get("report.exclusions", counts, p);
  }

  /** Whether the report warns that exclusion may have favoured an arm. */
  public boolean uneven() {
    return p < WARNING_LEVEL || spread() > WARNING_SPREAD;
  }

  Warning warning() {
    return new Warning(
        Messages.get("report.subject-exclusion"),
        Messages.get("report.warning-exclusion", plan, words()));
  }
}
