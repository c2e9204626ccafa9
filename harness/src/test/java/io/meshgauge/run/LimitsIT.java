package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.platform.local.machine.LimitGroups;
import io.meshgauge.product.envoy.EnvoyBinary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real services and proxies, limited as containers are. */
@Tag("long")
class LimitsIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final int RATE = 20;

  @TempDir Path folder;

  @BeforeEach
  void findControlGroups() {
    EnvoyBinary.orSkip();
    try (LimitGroups groups = LimitGroups.ofThisProcess()) {
      Limit both = new Limit(Limit.cores("100m"), Limit.bytes("64Mi"));
      Optional<String> problem = groups.problem(both);
      assumeTrue(problem.isEmpty(), () -> problem.orElseThrow());
    }
  }

  @Test
  void servicesAndProxiesAreLimitedAndThrottled() {
    Run run =
        run(
            Variant.plain("istio-mtls")
                .with("cpu-limit", "400m")
                .with("proxy-cpu-limit", "30m")
                .with("proxy-memory-limit", "256Mi"));

    ExampleRuns.assertVerified(run);
    assertThat(limits(run))
        .extracting(Evidence::subject)
        .contains("gateway, CPU", "gateway-proxy, CPU", "gateway-proxy, memory")
        .doesNotContain("gateway, memory");
    assertThat(limits(run)).allMatch(Evidence::proven);
    assertThat(run.value(Metric.THROTTLED_DATA_PLANE).orElseThrow()).isBetween(0.01, 1.0);
    assertThat(run.value(Metric.THROTTLED_APPLICATION)).isPresent();
  }

  @Test
  void anUnappliedLimitIsFound() {
    Run run =
        run(
            Variant.plain("baseline")
                .with("cpu-limit", "400m")
                .with("arm-fault", "limit-not-applied:order"));

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(limits(run))
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .singleElement()
        .satisfies(it -> assertThat(it.subject()).isEqualTo("order, CPU"))
        .satisfies(it -> assertThat(it.observed()).startsWith("limit of none"));
  }

  @Test
  void aProcessThatIsOutOfMemoryIsNamedAsThat() {
    Run run = run(Variant.plain("baseline").with("memory-limit", "48Mi"));

    assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(run.reasons()).extracting(Reason::text).anyMatch(it -> it.contains("out of memory"));
  }

  private Run run(Variant variant) {
    return ExampleRuns.run(folder, ApplicationFile.ofInstallation(HOME), variant, RATE);
  }

  private static List<Evidence> limits(Run run) {
    return run.evidence().stream().filter(it -> it.promise() == Promise.LIMITS).toList();
  }
}
