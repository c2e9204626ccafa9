package io.meshgauge.report.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.ClockOffset;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.SampleSessions;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LoadNodesTest {
  private static final Session SESSION = SampleSessions.fourWay();

  @Test
  void nodesThatTheLoadSharesAreNamedWithTheArms() {
    Map<String, String> shared =
        Map.of(
            "node of auth", "node-2",
            "node of order", "node-3",
            "node of load-worker-0", "node-2",
            "node of load-worker-1", "node-4");

    assertThat(LoadNodes.warnings(changed(run -> placed(run, shared))))
        .extracting(Warning::text)
        .singleElement()
        .asString()
        .startsWith("baseline, baseline-again, envoy")
        .contains("the load ran on nodes of the application")
        .contains("(node-2: auth, load-worker-0)");
  }

  @Test
  void loadOnNodesOfItsOwnAndOneMachineAreNotMentioned() {
    Map<String, String> apart = Map.of("node of auth", "node-2", "node of load-worker", "node-3");

    assertThat(LoadNodes.warnings(changed(run -> placed(run, apart)))).isEmpty();
    assertThat(LoadNodes.warnings(SESSION)).isEmpty();
  }

  @Test
  void clockBeyondTheLimitIsNamedWithItsNode() {
    Map<String, String> apart = Map.of("node of load-worker-1", "node-3");
    double limit = SESSION.lagLimits().get(0).seconds();

    assertThat(LoadNodes.warnings(clocks(apart, limit * 0.9))).isEmpty();
    assertThat(LoadNodes.warnings(clocks(apart, limit + 0.25)))
        .extracting(Warning::text)
        .singleElement()
        .asString()
        .contains("the clock of load worker 1 (node-3) differed from the harness's by -25")
        .contains("known within 1.0 ms");
    assertThat(LoadNodes.warnings(clocks(Map.of(), limit + 0.25)))
        .extracting(Warning::text)
        .singleElement()
        .asString()
        .contains("load worker 1 (its node is not recorded)");
  }

  private static Session clocks(Map<String, String> settings, double behind) {
    List<ClockOffset> clocks =
        List.of(new ClockOffset(0, 0, 1e-3), new ClockOffset(1, -behind - 1e-3, 1e-3));
    return changed(run -> clocks(placed(run, settings), clocks));
  }

  private static Session changed(UnaryOperator<Run> change) {
    return SESSION.with(SESSION.runs().stream().map(change).toList());
  }

  private static Run placed(Run run, Map<String, String> settings) {
    SortedMap<String, String> lines = new TreeMap<>(settings);
    return new Run(
        run.trial(),
        run.outcome(),
        run.reasons(),
        new Run.Setup(run.fidelity(), run.environment(), lines),
        run.evidence(),
        run.observations(),
        new Run.Results(run.measuredLoad().orElseThrow(), null, null, run.measurements()));
  }

  private static Run clocks(Run run, List<ClockOffset> clocks) {
    LoadResult load = run.measuredLoad().orElseThrow();
    WorkerUse use = load.worker();
    WorkerUse compared =
        new WorkerUse(
            use.cpuSeconds(),
            use.allowedCores(),
            use.gcSeconds(),
            use.connectionsOpened(),
            use.blocked(),
            clocks);
    return run.with(
        new Run.Results(
            new LoadResult(
                load.window(),
                load.seconds(),
                load.rate(),
                load.labels(),
                load.sendLag(),
                load.timeline(),
                compared),
            null,
            null,
            run.measurements()));
  }
}
