package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.terminal.PlainProgress;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.trial.Validity;
import io.meshgauge.topology.SampleServices;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Real iperf3 through real proxies, on loopback, for ten seconds each. */
@Tag("serial")
@Tag("long")
class StreamIT {
  private static final Variant BROKEN =
      new Variant(
          "broken",
          "istio-mtls",
          "none",
          "default",
          new TreeMap<>(Map.of("fault", "plaintext-listener:iperf")));

  @TempDir Path folder;
  private final Path home = Path.of(System.getProperty("meshgauge.home", ".."));

  @BeforeEach
  void findPrograms() {
    EnvoyBinary.orSkip();
    try (Platform platform = new LocalPlatform(home, Products.programs())) {
      List<String> problems = platform.problems(Needs.of("iperf3"));
      if (!problems.isEmpty()) {
        throw new TestAbortedException(String.join("\n", problems));
      }
    }
  }

  @Test
  void streamIsMeasuredThroughBothProxiesAndABrokenPromiseIsDetected() {
    Session session = run(List.of(Variant.plain("baseline"), Variant.plain("istio-mtls"), BROKEN));

    Run baseline = one(session, "baseline");
    assertNothingButOtherWorkDisturbed(baseline);
    assertThat(baseline.value(Metric.TCP_THROUGHPUT).orElseThrow()).isPositive();
    assertThat(baseline.value(Metric.STREAM_CPU_DATA_PLANE)).hasValue(0);

    Run mtls = one(session, "istio-mtls");
    assertNothingButOtherWorkDisturbed(mtls);
    assertThat(mtls.value(Metric.TCP_THROUGHPUT).orElseThrow()).isPositive();
    assertThat(mtls.value(Metric.STREAM_CPU_DATA_PLANE).orElseThrow()).isPositive();
    assertThat(mtls.evidence())
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::promise)
        .contains(Promise.ENCRYPTION, Promise.IDENTITY, Promise.TRAVERSAL)
        .doesNotContain(Promise.DENIAL);

    Run broken = one(session, "broken");
    assertThat(broken.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(broken.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::promise)
        .contains(Promise.ENCRYPTION, Promise.PLAINTEXT_PROBE);
  }

  /** What else the machine does is no property of the code under test. */
  private static void assertNothingButOtherWorkDisturbed(Run run) {
    assertThat(run.reasons())
        .filteredOn(reason -> !reason.rule().equals(Validity.OTHER_WORK_RULE))
        .isEmpty();
  }

  private Session run(List<Variant> variants) {
    Experiment experiment =
        new Experiment(
                "streams",
                PlatformKind.LOCAL,
                variants,
                List.of(new Plan(Plan.TCP, Plan.MIN_DURATION, new TreeMap<>())),
                new Protocol(1, OptionalDouble.empty(), "poisson", 0, 1, 1, false),
                List.of(),
                7)
            .of(SampleServices.APPLICATION);
    Path archive =
        new ExperimentRunner(
                new ProjectLayout(folder),
                () -> new LocalPlatform(home, Products.programs()),
                new PlainProgress(
                    new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                    InstantSource.system()))
            .run(experiment, Map.of(), "a test");
    return RunArchive.open(archive).read();
  }

  private static Run one(Session session, String variant) {
    List<Run> runs = session.runs(variant, Plan.TCP);
    return runs.get(runs.size() - 1);
  }
}
