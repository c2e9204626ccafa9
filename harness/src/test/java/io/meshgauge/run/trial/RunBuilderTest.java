package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.MachineUse.ProcessUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-3")
class RunBuilderTest {
  private static final Plan PLAN = new Plan("steady", Duration.ofSeconds(10), new TreeMap<>());
  private static final Guarantees MUTUAL_TLS = new Guarantees(Proxies.BOTH_SIDES, true);

  private final RunBuilder builder = builder(true);

  private static RunBuilder builder(boolean timed) {
    return new RunBuilder(
        new Trial(1, 1, Variant.plain("istio-mtls"), PLAN),
        Fidelity.MODEL,
        new Environment(new TreeMap<>()),
        new TreeMap<>(),
        Optional.of(new LagLimit("steady", "baseline", 0.005, true)),
        timed);
  }

  @Test
  void validWindowWithEveryProofIsValid() {
    builder.evidence(proofs());
    builder.window(window(SampleLoads.SOUND));
    builder.judge(MUTUAL_TLS);

    Run run = builder.toRun();

    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    assertThat(run.reasons()).isEmpty();
    assertThat(run.value(Metric.THROUGHPUT)).hasValue(100);
  }

  @Test
  void anErrorAfterTheWindowFailsTheRunAndKeepsWhatWasMeasured() {
    boolean done =
        TrialRunner.attempt(
            builder,
            () -> {
              builder.window(window(SampleLoads.SOUND));
              throw new ArchiveException("histogram log response.hlog is damaged", null);
            });
    assertThat(done).isFalse();
    Run run = builder.toRun();
    assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(run.measuredLoad()).isPresent();
    assertThat(run.reasons()).singleElement().asString().contains("response.hlog is damaged");

    TrialRunner.attempt(
        builder,
        () -> {
          throw new IllegalStateException("a bug");
        });
    assertThat(builder.toRun().reasons())
        .last()
        .asString()
        .contains("an error of the harness, please report it", "a bug", "RunBuilderTest");
  }

  @Test
  void brokenRuleVoidsTheRun() {
    builder.evidence(proofs());
    builder.window(window(new SampleLoads(1000, 900, 10, 100, 5000, 2)));
    builder.judge(MUTUAL_TLS);

    assertThat(builder.toRun().outcome()).isEqualTo(Outcome.VOID);
  }

  @Test
  void windowNextToOtherWorkIsVoidAndNamesIt() {
    builder.evidence(proofs());
    builder.window(
        window(
            SampleLoads.SOUND,
            new MachineUse(0.7, 0.01, 0.12, List.of(new ProcessUse("make", 77, 0.48)))));
    builder.judge(MUTUAL_TLS);

    Run run = builder.toRun();
    assertThat(run.outcome()).isEqualTo(Outcome.VOID);
    assertThat(run.reasons())
        .containsExactly(
            new Reason(
                "other-work",
                "processes outside of the session used 12.0 % of the machine's CPU time and 1.0 % was stolen; at most 10 % together are allowed; busiest: make (77) 0.48 cores"));
    assertThat(run.machine()).isNotNull();
  }

  @Test
  void busyMachineVoidsNoProofAndHidesNoMissingOne() {
    MeasuredWindow late =
        window(
            new SampleLoads(1000, 900, 10, 100, 5000, 2),
            new MachineUse(0.99, 0.01, 0.7, List.of(new ProcessUse("make", 77, 1.4))));
    RunBuilder proof = builder(false);
    proof.evidence(proofs());
    proof.window(late);
    proof.judge(MUTUAL_TLS);
    assertThat(proof.toRun().outcome()).isEqualTo(Outcome.VALID);

    RunBuilder unproven = builder(false);
    unproven.evidence(proofs().subList(1, Promise.values().length));
    unproven.window(late);
    unproven.judge(MUTUAL_TLS);
    assertThat(unproven.toRun().outcome()).isEqualTo(Outcome.UNVERIFIED);
  }

  @Test
  void missingProofMakesTheRunUnverified() {
    builder.evidence(proofs().subList(1, Promise.values().length));
    builder.window(window(SampleLoads.SOUND));
    builder.judge(MUTUAL_TLS);

    Run run = builder.toRun();
    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(run.reasons())
        .containsExactly(new Reason("evidence", "encryption: nothing was observed"));
  }

  @Test
  void missingProofOutranksABrokenRuleAndBothAreReported() {
    builder.window(window(new SampleLoads(1000, 900, 10, 100, 5000, 2)));
    builder.judge(MUTUAL_TLS);

    Run run = builder.toRun();
    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(run.reasons()).extracting(Reason::rule).contains("sent-rate", "evidence");
  }

  @Test
  void endedWorkloadVoidsAValidWindow() {
    builder.evidence(proofs());
    builder.window(window(SampleLoads.SOUND));
    builder.endedWorkloads(List.of("payment (process 7) ended with exit status 137."));
    builder.judge(MUTUAL_TLS);

    Run run = builder.toRun();
    assertThat(run.outcome()).isEqualTo(Outcome.VOID);
    assertThat(run.reasons()).extracting(Reason::rule).containsExactly("workload-ended");
  }

  @Test
  void resultsFromBeforeAFailureAreKept() {
    builder.evidence(proofs());
    builder.failed("the load worker ended");

    Run run = builder.toRun();
    assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(run.reasons()).containsExactly(new Reason("failed", "the load worker ended"));
    assertThat(run.evidence()).hasSize(Promise.values().length);
    assertThat(run.measurements()).isEmpty();
  }

  @Test
  void cpuOfTheWorkerIsItsOwnCount() {
    builder.window(window(SampleLoads.SOUND));

    assertThat(builder.toRun().resources())
        .extracting(ResourceUse::container, ResourceUse::cpuSeconds)
        .contains(tuple("order", 1.5), tuple("load-worker", 2.0));
  }

  private static List<Evidence> proofs() {
    return Stream.of(Promise.values())
        .map(promise -> new Evidence(promise, "all", Verdict.PROVEN, "x", "x", "a test"))
        .toList();
  }

  private static MeasuredWindow window(SampleLoads loads) {
    return window(loads, new MachineUse(0.3, 0));
  }

  private static MeasuredWindow window(SampleLoads loads, MachineUse machine) {
    LoadResult load = loads.result();
    Instruments.Reading resources =
        new Instruments.Reading(
            List.of(
                new ResourceUse("order", Part.APPLICATION, 1.5, 1e8, 1e8),
                new ResourceUse("load-worker", Part.LOAD, 99, 1e8, 1e8)),
            machine,
            new TcpUse(100, 0, 1 << 20),
            Map.of(),
            List.of());
    return SampleLoads.window(load, resources, Map.of());
  }
}
