package io.meshgauge.report.html.chart;

import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The seconds of all runs of a plan, one run after another in the order they ran, with what
 * happened to each run. Each run has only its own values; the page puts them into a line per arm.
 *
 * @param plan whose runs they are
 * @param runs in the order they ran; those without a second are events between the others
 * @param step seconds that share a point: 1, or more in a session with very many seconds
 */
public record Timeline(PlanReport plan, List<Run> runs, int step) {
  /** Most points of a chart; more cannot be distinguished and make the page slow to load. */
  static final int POINTS = 60_000;

  /** Most runs whose reasons are on the page in full; of more, only the rules. */
  private static final int REASONS = 200;

  /** Most events that are listed below the chart. */
  private static final int LISTED = 50;

  private static final int DIGITS = 3;

  /** The runs of a plan. */
  public static Timeline of(Report report, PlanReport plan) {
    List<Run> runs =
        report.session().runs().stream()
            .filter(run -> run.trial().plan().name().equals(plan.name()))
            .filter(run -> plan.arm(run.trial().variant().name()).isPresent())
            .sorted(Comparator.comparingInt(run -> run.trial().position()))
            .toList();
    long seconds = runs.stream().mapToLong(Timeline::seconds).sum();
    return new Timeline(plan, runs, (int) Math.max(1, (seconds + POINTS - 1) / POINTS));
  }

  /** Whether a point stands for more than one second. */
  public boolean coarse() {
    return step > 1;
  }

  /** The runs that do not count, and why: the first of them. */
  public List<Event> events() {
    return excluded().stream().limit(LISTED).map(run -> new Event(run, reasons(run))).toList();
  }

  /** Whether a run does not count. */
  public boolean eventful() {
    return !excluded().isEmpty();
  }

  /** Number of excluded runs that are not listed, in a list of one, or nothing. */
  public List<Integer> unlisted() {
    int more = excluded().size() - LISTED;
    return more > 0 ? List.of(more) : List.of();
  }

  /**
   * Writes the arms, the runs and the values. A row of {@code runs} is position, index of the arm,
   * block, index of the outcome, number of points, requests without an answer; {@code notes} says
   * by index of the run why it does not count; the values of all runs follow one another.
   */
  void write(ObjectNode node, Function<Arm, ObjectNode> named) {
    node.put("step", step);
    ArrayNode arms = node.putArray("arms");
    plan.arms().forEach(arm -> arms.add(named.apply(arm)));
    List<String> names = plan.arms().stream().map(Arm::name).toList();
    List<String> outcomes =
        runs.stream().map(run -> ReportText.key(run.outcome())).distinct().toList();
    ArrayNode possible = node.putArray("outcomes");
    outcomes.forEach(possible::add);
    ArrayNode rows = node.putArray("runs");
    ObjectNode notes = node.putObject("notes");
    boolean brief = excluded().size() > REASONS;
    for (Run run : runs) {
      if (!run.reasons().isEmpty()) {
        String text = brief ? rules(run) : reasons(run);
        notes.put(Integer.toString(rows.size()), VisibleText.of(text));
      }
      rows.addArray()
          .add(run.trial().position())
          .add(names.indexOf(run.trial().variant().name()))
          .add(run.trial().replicate())
          .add(outcomes.indexOf(ReportText.key(run.outcome())))
          .add((seconds(run) + step - 1) / step)
          .add(run.seconds().stream().mapToLong(SecondSample::errors).sum());
    }
    for (Line line : lines()) {
      ArrayNode values = node.putArray(line.name());
      runs.forEach(run -> points(run, line).forEach(value -> ChartData.add(values, value, DIGITS)));
    }
  }

  /** An excluded run as an event of the session. */
  public record Event(Run run, String why) {
    /** How it ended. */
    public String outcome() {
      return ReportText.of(run.outcome());
    }
  }

  private List<Run> excluded() {
    return runs.stream().filter(run -> !run.valid()).toList();
  }

  private static String reasons(Run run) {
    return run.reasons().stream()
        .map(reason -> reason.rule() + ": " + reason.summary())
        .collect(Collectors.joining("; "));
  }

  private static String rules(Run run) {
    return run.reasons().stream().map(Reason::rule).distinct().collect(Collectors.joining(", "));
  }

  private static int seconds(Run run) {
    return run.seconds().size()
        + run.measuredStream().map(stream -> stream.seconds().size()).orElse(0);
  }

  /** The values of a run: the worst, or the mean, of the seconds that share a point. */
  private DoubleStream points(Run run, Line line) {
    double[] seconds = line.values().apply(run).toArray();
    return IntStream.iterate(0, at -> at < seconds.length, at -> at + step)
        .mapToObj(at -> Arrays.stream(seconds, at, Math.min(seconds.length, at + step)))
        .mapToDouble(shared -> (line.worst() ? shared.max() : shared.average()).orElseThrow());
  }

  /** Lines over time, always in the same order: the same archive makes the same page. */
  private List<Line> lines() {
    return plan.plan().isStream()
        ? List.of(
            new Line("throughput", false, stream(second -> second.bitsPerSecond() / 1e9)),
            new Line("again", false, stream(StreamResult.Second::retransmits)))
        : List.of(
            new Line("p99", true, requests(second -> second.p99Seconds() * 1e3)),
            new Line("completed", false, requests(SecondSample::completed)));
  }

  /** A line of a chart over time: a value for each second of a run. */
  private record Line(String name, boolean worst, Function<Run, DoubleStream> values) {}

  private static Function<Run, DoubleStream> requests(ToDoubleFunction<SecondSample> value) {
    return run -> run.seconds().stream().mapToDouble(value);
  }

  private static Function<Run, DoubleStream> stream(ToDoubleFunction<StreamResult.Second> value) {
    return run ->
        run.measuredStream().stream().flatMap(found -> found.seconds().stream()).mapToDouble(value);
  }
}
