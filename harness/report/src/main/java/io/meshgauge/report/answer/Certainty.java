package io.meshgauge.report.answer;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
    family(true, plan.contrasts()).ifPresent(grounds::add);
    family(false, Stream.concat(plan.additions().stream(), plan.pairs().stream()).toList())
        .ifPresent(grounds::add);
    return grounds;
  }

  private String runs() {
    List<Run> all = plan.arms().stream().flatMap(arm -> arm.runs().stream()).toList();
    SortedMap<Outcome, Long> counts =
        all.stream()
            .collect(Collectors.groupingBy(Run::outcome, TreeMap::new, Collectors.counting()));
    String outcomes =
        counts.entrySet().stream()
            .map(it -> ReportText.runs(it.getValue(), it.getKey()))
            .collect(Collectors.joining(", "));
    return Messages.get(
        "report.certainty-runs",
        ReportText.count(session.experiment().protocol().replicates(), "block"),
        ReportText.count(plan.arms().size(), "arm"),
        outcomes.isEmpty() ? Messages.get("report.certainty-no-run") : outcomes);
  }

  private Metric lead() {
    return plan.emphasis().lead();
  }

  private String itself() {
    return Optional.ofNullable(plan.noiseFloors().get(lead()))
        .map(NoiseFloor::difference)
        .map(it -> ReportText.difference(lead().unit(), it))
        .map(it -> Messages.get("report.certainty-itself", lead().brief(), it))
        .orElseGet(() -> Messages.get("report.certainty-no-floor", lead().brief()));
  }

  /** How many of a family of differences were distinguished. */
  private Optional<String> family(boolean fromBaseline, List<Contrast> contrasts) {
    List<Comparison> found = contrasts.stream().flatMap(it -> it.on(lead()).stream()).toList();
    long distinguished = found.stream().filter(it -> it.verdict().differs()).count();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    int all = found.size();
    String metric = lead().brief();
    double level = Comparison.LEVEL;
    return Optional.of(
        fromBaseline
            ? Messages.get("report.certainty-from-baseline", distinguished, all, metric, level)
            : Messages.get("report.certainty-between", distinguished, all, metric, level));
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
    String words = ReportText.difference(found.metric().unit(), difference);
    return Messages.get(
        "report.certainty-undecided",
        contrast.arm().label(),
        contrast.reference().label(),
        difference.isDifferent()
            ? Messages.get(
                "report.certainty-but-p", words, Amounts.probability(found.adjustedP().orElse(1)))
            : words,
        what(found));
  }

  private static String what(Comparison found) {
    if (found.difference().interval().isEmpty()) {
      return Messages.get("report.certainty-needed-blocks", Comparison.MINIMUM_REPLICATES);
    }
    if (found.detectable().isEmpty()) {
      return "";
    }
    String detectable = Amounts.change(found.detectable().getAsDouble()).substring(1);
    return found.difference().blocksToDecide(Comparison.MARGIN).stream()
        .filter(it -> it > found.difference().blocks() && it < MOST_BLOCKS)
        .mapToObj(it -> ReportText.count(it, "block"))
        .map(it -> Messages.get("report.certainty-detectable-blocks", detectable, it))
        .findFirst()
        .orElseGet(() -> Messages.get("report.certainty-detectable", detectable));
  }
}
