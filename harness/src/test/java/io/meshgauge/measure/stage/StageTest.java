package io.meshgauge.measure.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.stage.Stage.Span;
import io.meshgauge.measure.stage.UseSamples.Sample;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StageTest {
  private static final Instant START = Instant.ofEpochSecond(1_800_000_000, 250_000_000);
  private static final long MICROS = 1_800_000_000_250_000L;

  @Test
  void onlyWholeSecondsBelongToAStage() {
    Stage step = new Stage("step-2", List.of(new Span(3.3334, 6.6667, 100)));

    assertThat(seconds(step, 10)).containsExactly(4, 5);
    assertThat(step.seconds()).isEqualTo(2);
    assertThat(step.rate()).isCloseTo(30, within(0.01));
  }

  @Test
  void anEdgeThatIsAWholeSecondButForRoundingIsOne() {
    Stage step = new Stage("step-1", List.of(new Span(1.0000000004, 3 - 4e-10, 20)));

    assertThat(seconds(step, 5)).containsExactly(1, 2);
  }

  @Test
  void aStageShorterThanASecondMayHaveNone() {
    Stage peak = new Stage("peak", List.of(new Span(1.2, 2.1, 9), new Span(4, 4.5, 5)));

    assertThat(seconds(peak, 6)).isEmpty();
    assertThat(peak.seconds()).isZero();
  }

  @Test
  void spansOfOneNameAreOneStage() {
    List<Stage> stages =
        Stage.of(
            List.of(
                Map.entry("calm", new Span(0, 8, 80)),
                Map.entry("peak", new Span(8, 12, 400)),
                Map.entry("calm", new Span(12, 20, 100))));

    assertThat(stages).extracting(Stage::name).containsExactly("calm", "peak");
    assertThat(stages.get(0).seconds()).isEqualTo(16);
    assertThat(stages.get(0).rate()).isEqualTo(11.25);
    assertThat(stages.get(1).rate()).isEqualTo(100);
  }

  /** One core in the first two seconds, and three in the next two. */
  @Test
  void useIsToldApartBySamplesWithinTheStage() {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i <= 8; i++) {
      double at = 0.1 + i * 0.5;
      double cpu = at <= 2 ? 7 + at : 7 + 2 + (at - 2) * 3;
      samples.add(sample(at, "order", cpu, at < 2 ? 100 : 300));
    }
    UseSamples known = UseSamples.of(new UseSamples(samples).text());

    assertThat(known.within(new Stage("step-1", List.of(new Span(0, 2, 1))), START))
        .singleElement()
        .satisfies(
            use -> {
              assertThat(use.container()).isEqualTo("order");
              assertThat(use.part()).isEqualTo(Part.APPLICATION);
              assertThat(use.cpuSeconds()).isCloseTo(2, within(1e-3));
              assertThat(use.comparedBytes(List.of(use))).isEqualTo(100);
            });
    assertThat(known.within(new Stage("step-2", List.of(new Span(2, 4, 1))), START))
        .singleElement()
        .extracting(ResourceUse::cpuSeconds)
        .satisfies(cpu -> assertThat(cpu).isCloseTo(6, within(1e-3)));
    assertThat(
            known.within(new Stage("both", List.of(new Span(0, 2, 1), new Span(2, 4, 1))), START))
        .extracting(ResourceUse::cpuSeconds)
        .satisfiesExactly(cpu -> assertThat(cpu).isCloseTo(8, within(1e-3)));
  }

  @Test
  void aStageWithTooFewSamplesHasNoUse() {
    UseSamples once = new UseSamples(List.of(sample(0.5, "order", 1, 1)));

    assertThat(once.within(new Stage("step-1", List.of(new Span(0, 2, 1))), START)).isEmpty();
    UseSamples twice =
        new UseSamples(List.of(sample(0.5, "order", 1, 1), sample(0.5, "order", 2, 1)));
    assertThat(twice.within(new Stage("step-1", List.of(new Span(0, 2, 1))), START)).isEmpty();
    assertThat(UseSamples.NONE.within(new Stage("step-1", List.of(new Span(0, 2, 1))), START))
        .isEmpty();
  }

  @Test
  void aDamagedLineIsNamed() {
    assertThatThrownBy(() -> UseSamples.of("head\n1,order,APPLICATION,0.5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1,order,APPLICATION,0.5");
    assertThatThrownBy(() -> UseSamples.of("head\n1,order,APPLICATION,NaN,1"))
        .hasMessageContaining("no finite numbers");
  }

  private static Sample sample(double second, String container, double cpu, double bytes) {
    return new Sample(MICROS + Math.round(second * 1e6), container, Part.APPLICATION, cpu, bytes);
  }

  private static List<Integer> seconds(Stage stage, int all) {
    return IntStream.range(0, all).filter(stage::holds).boxed().toList();
  }
}
