package io.meshgauge.report;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How sure the report of one plan is: what it rests on, and what it could not distinguish. */
public record Certainty(Session session, PlanReport plan) {
  /** A session of more blocks than this is no advice. */
  private static final int MOST_BLOCKS = 1000;

  /** What the differences rest on, a sentence each. */
  public List<String> grounds() {
    List<String> grounds = new ArrayList<>();
    grounds.add(runs());
    grounds.add(itself());
    family("differences from the baseline", plan.contrasts()).ifPresent(grounds::add);
    family(
            "differences between variants",
            Stream.concat(plan.additions().stream(), plan.pairs().stream()).toList())
        .ifPresent(grounds::add);
    return grounds;
  }

  private String runs() {
    List<Run> all = plan.arms().stream().flatMap(arm -> arm.runs().stream()).toList();
    String outcomes =
        Stream.of(Outcome.values())
            .map(
                outcome ->
                    "%s %s"
                        .formatted(
                            all.stream().filter(run -> run.outcome() == outcome).count(),
                            ReportText.of(outcome)))
            .filter(words -> !words.startsWith("0 "))
            .collect(Collectors.joining(", "));
    return "%s of %s each, in random order; runs: %s."
        .formatted(
            ReportText.count(session.experiment().protocol().replicates(), "block"),
            ReportText.count(plan.arms().size(), "arm"),
            outcomes.isEmpty() ? "none" : outcomes);
  }

  private Metric lead() {
    return plan.emphasis().lead();
  }

  private String itself() {
    return Optional.ofNullable(plan.noiseFloors().get(lead()))
        .map(NoiseFloor::difference)
        .map(
            it ->
                "The baseline, measured twice, differs from itself in %s by %s%s."
                    .formatted(
                        lead().brief(),
                        Amounts.difference(lead().unit(), it.absolute()),
                        it.interval()
                            .map(
                                range ->
                                    " (95 %% interval %s)"
                                        .formatted(
                                            Amounts.interval(
                                                lead().unit(), range.low(), range.high())))
                            .orElse("")))
        .orElse(
            "The baseline was not measured twice, so the session has no noise floor in %s."
                .formatted(lead().brief()));
  }

  /** How many of a family of differences were distinguished. */
  private Optional<String> family(String name, List<Contrast> contrasts) {
    List<Comparison> found = contrasts.stream().flatMap(it -> it.on(lead()).stream()).toList();
    long distinguished = found.stream().filter(it -> it.verdict().differs()).count();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s of %s %s in %s are distinguished from 0 (p below %s after Holm)."
                .formatted(distinguished, found.size(), name, lead().brief(), Comparison.LEVEL));
  }

  /**
   * The differences in the lead metric that the session does not decide, a sentence each, and what
   * would decide them. Equivalent arms are decided.
   */
  public List<String> undecided() {
    return Stream.of(plan.contrasts(), plan.additions(), plan.pairs())
        .flatMap(List::stream)
        .flatMap(
            it -> it.on(lead()).filter(Certainty::open).map(found -> words(it, found)).stream())
        .toList();
  }

  private static boolean open(Comparison found) {
    return "?".equals(found.verdict().symbol());
  }

  private static String words(Contrast contrast, Comparison found) {
    Difference difference = found.difference();
    return "%s against %s: %s%s%s. %s"
        .formatted(
            contrast.arm().label(),
            contrast.reference().label(),
            Amounts.difference(found.metric().unit(), difference.absolute()),
            difference
                .interval()
                .map(it -> " (95 %% interval %s)".formatted(interval(found.metric(), it)))
                .orElse(""),
            difference.isDifferent()
                ? ", but p is %s after Holm"
                    .formatted(Amounts.probability(found.adjustedP().orElse(1)))
                : "",
            what(found));
  }

  private static String interval(Metric metric, Interval interval) {
    return Amounts.interval(metric.unit(), interval.low(), interval.high());
  }

  private static String what(Comparison found) {
    if (found.difference().interval().isEmpty()) {
      return "At least %s blocks in common are needed.".formatted(Comparison.MINIMUM_REPLICATES);
    }
    String blocks =
        found.difference().blocksToDecide(Comparison.MARGIN).stream()
            .filter(it -> it > found.difference().blocks() && it < MOST_BLOCKS)
            .mapToObj(
                it ->
                    "; with this mean and spread %s would decide it"
                        .formatted(ReportText.count(it, "block")))
            .collect(Collectors.joining());
    return found.detectable().isPresent()
        ? "A true difference of %s would have been found in 80 %% of such sessions%s."
            .formatted(Amounts.change(found.detectable().getAsDouble()).substring(1), blocks)
        : "";
  }
}
