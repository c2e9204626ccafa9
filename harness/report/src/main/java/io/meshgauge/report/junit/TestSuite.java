package io.meshgauge.report.junit;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Window;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.gate.GateReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The criteria of one variant under one plan, as a test suite.
 *
 * @param name experiment, plan and variant with dots between them: a build server shows the last
 *     part as a class and those before it as its package
 * @param started start of the first measured window, or of the session if nothing was measured
 * @param seconds for which the variant was measured
 * @param properties what was measured, by name
 * @param cases one for each criterion, also for those that were skipped
 */
record TestSuite(
    String name,
    Instant started,
    double seconds,
    Map<String, String> properties,
    List<TestCase> cases) {
  private static final String SEPARATOR = ".";

  /** Result of a test case. */
  enum State {
    PASSED,
    FAILED,
    SKIPPED
  }

  /**
   * One criterion.
   *
   * @param name as in the other formats, the same in every session
   * @param words what was found and expected, or why it was skipped
   */
  record TestCase(String name, State state, String words) {
    static TestCase of(CriterionResult result) {
      return new TestCase(
          result.name(), result.passed() ? State.PASSED : State.FAILED, result.words());
    }
  }

  TestSuite {
    cases = List.copyOf(cases);
  }

  long count(State state) {
    return cases.stream().filter(it -> it.state() == state).count();
  }

  /** All suites of a report, in its order. */
  static List<TestSuite> of(Report report) {
    List<TestSuite> suites = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      for (Arm arm : plan.arms()) {
        suites.add(of(report, plan, arm));
      }
    }
    notCompared(report).ifPresent(suites::add);
    return suites;
  }

  private static TestSuite of(Report report, PlanReport plan, Arm arm) {
    List<TestCase> cases = new ArrayList<>();
    report.criteria().stream()
        .filter(result -> result.plan().equals(plan.name()))
        .filter(result -> result.variant().equals(arm.name()))
        .map(TestCase::of)
        .forEach(cases::add);
    report
        .skipped(plan)
        .forEach((name, reason) -> cases.add(new TestCase(name, State.SKIPPED, reason)));
    return new TestSuite(
        Stream.of(report.session().experiment().name(), plan.name(), name(arm))
            .map(part -> part.replace(SEPARATOR, "_"))
            .reduce((a, b) -> a + SEPARATOR + b)
            .orElseThrow(),
        windows(arm)
            .map(Window::start)
            .min(Instant::compareTo)
            .orElseGet(() -> report.session().started()),
        seconds(arm),
        properties(report.session(), plan, arm),
        cases);
  }

  /**
   * The arm in the name of a suite, by which pages of tests follow it: the same in all languages.
   */
  private static String name(Arm arm) {
    return arm.isModel() ? arm.name() + " (model)" : arm.name();
  }

  /** The gate against accepted sessions, if the session could not be compared with them. */
  private static Optional<TestSuite> notCompared(Report report) {
    return GateReport.refusalIn(report)
        .map(
            reason ->
                new TestSuite(
                    report.session().experiment().name().replace(SEPARATOR, "_")
                        + SEPARATOR
                        + "accepted sessions",
                    report.session().started(),
                    0,
                    Map.of(),
                    List.of(new TestCase(GateReport.CRITERION.strip(), State.SKIPPED, reason))));
  }

  private static Stream<Window> windows(Arm arm) {
    return arm.runs().stream()
        .flatMap(
            run ->
                Stream.concat(
                    run.measuredLoad().map(LoadResult::window).stream(),
                    run.measuredStream().map(StreamResult::window).stream()));
  }

  /** Measured time of all runs, without pauses between windows. */
  private static double seconds(Arm arm) {
    return arm.runs().stream()
        .mapToDouble(
            run ->
                run.measuredLoad()
                    .map(LoadResult::seconds)
                    .or(() -> run.measuredStream().map(stream -> stream.window().seconds()))
                    .orElse(0.0))
        .sum();
  }

  private static Map<String, String> properties(Session session, PlanReport plan, Arm arm) {
    Experiment experiment = session.experiment();
    Variant variant = arm.variant();
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("mesh", variant.mesh());
    properties.put("fidelity", fidelity(arm));
    properties.put("platform", experiment.platform().key());
    properties.put("load", plan.atRate());
    properties.put("runs", arm.outcomeKeys());
    properties.put("seed", Long.toString(experiment.seed()));
    properties.put("meshgauge.version", session.version());
    properties.put("command", session.command());
    variant.choices().forEach((name, value) -> properties.put("variant." + name, value));
    session
        .environment()
        .facts()
        .forEach((name, value) -> properties.put("environment." + name, value));
    return properties;
  }

  private static String fidelity(Arm arm) {
    return arm.runs().stream()
        .map(Run::fidelity)
        .map(it -> it.key())
        .findFirst()
        .orElse("not measured");
  }
}
