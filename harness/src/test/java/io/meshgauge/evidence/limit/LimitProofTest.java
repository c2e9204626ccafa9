package io.meshgauge.evidence.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.limit.GroupReading;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LimitProofTest {
  private static final Limit DECLARED = limit(0.25);

  @Test
  void isProvenByTheKernelsLimitAndTheUseBelowIt() {
    Evidence evidence = evidence(Optional.of(reading(DECLARED)), 2.5);

    assertThat(evidence.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(evidence.promise()).isEqualTo(Promise.LIMITS);
    assertThat(evidence.subject()).isEqualTo("order, CPU");
    assertThat(evidence.expected())
        .isEqualTo("limit of 0.25 cores, at most 2.55 CPU-seconds in 10.0 s");
    assertThat(evidence.observed())
        .isEqualTo("limit of 0.25 cores, 2.50 CPU-seconds used, throttled in 40 of 100 periods");
  }

  @Test
  void isDisprovenWithoutTheLimitHoweverLittleIsUsed() {
    Evidence evidence = evidence(Optional.of(reading(Limit.NONE)), 0.1);

    assertThat(evidence.verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(evidence.observed()).startsWith("limit of none, 0.10 CPU-seconds used");
  }

  @Test
  void isDisprovenByMoreUseThanTheLimitAllows() {
    assertThat(evidence(Optional.of(reading(DECLARED)), 2.6).verdict())
        .isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void isMissingWhereTheGroupOrTheUseCouldNotBeRead() {
    assertThat(evidence(Optional.empty(), 1).verdict()).isEqualTo(Verdict.MISSING);
    assertThat(
            LimitProof.evidence(
                List.of(use(DECLARED, Optional.of(reading(DECLARED)))), List.of(), "groups"))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.MISSING);
  }

  @Test
  void countsTheChildrenOfAProcess() {
    LimitUse use = use(DECLARED, Optional.of(reading(DECLARED)));
    List<ResourceUse> resources =
        List.of(resources("order", 1), resources("order-worker-1", 2), resources("order-proxy", 9));

    assertThat(use.cpuSeconds(resources)).hasValue(3);
    assertThat(LimitProof.evidence(List.of(use), resources, "groups"))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN);
  }

  @Test
  void looksAtMemoryApart() {
    Limit declared = new Limit(OptionalDouble.empty(), OptionalLong.of(64L << 20));

    assertThat(
            LimitProof.evidence(
                List.of(use(declared, Optional.of(reading(declared)))), List.of(), ""))
        .singleElement()
        .satisfies(it -> assertThat(it.verdict()).isEqualTo(Verdict.PROVEN))
        .satisfies(it -> assertThat(it.subject()).isEqualTo("order, memory"))
        .satisfies(it -> assertThat(it.observed()).isEqualTo("limit of 64 MiB"));
    assertThat(
            LimitProof.evidence(
                List.of(use(declared, Optional.of(reading(DECLARED)))), List.of(), ""))
        .singleElement()
        .satisfies(it -> assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN));
  }

  private static Evidence evidence(Optional<GroupReading> read, double cpuSeconds) {
    List<Evidence> all =
        LimitProof.evidence(
            List.of(use(DECLARED, read)), List.of(resources("order", cpuSeconds)), "groups");
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static LimitUse use(Limit declared, Optional<GroupReading> read) {
    return new LimitUse("order", Part.APPLICATION, declared, read, 10, 1);
  }

  private static GroupReading reading(Limit limit) {
    return new GroupReading(limit, 100, 40, 1.5, 0);
  }

  private static ResourceUse resources(String name, double cpuSeconds) {
    return new ResourceUse(name, Part.APPLICATION, cpuSeconds, 1, 1);
  }

  private static Limit limit(double cores) {
    return new Limit(OptionalDouble.of(cores), OptionalLong.empty());
  }
}
