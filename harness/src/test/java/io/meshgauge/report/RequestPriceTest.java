package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.cost.RequestPrice;
import io.meshgauge.score.Prices;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.stats.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestPriceTest {
  private static final double GIB = 1024.0 * 1024 * 1024;

  @Test
  void aMillionRequestsCostTheirCpuTimeAndTheMemoryForAsLongAsTheyTake() {
    // 3.6 CPU-s per 1000 requests are one core-hour per million, which take 2.78 h at 100 req/s.
    assertThat(new Prices(0.04, 0).perMillion(3.6, 2 * GIB, 100)).isCloseTo(0.04, within(1e-12));
    assertThat(new Prices(0, 0.005).perMillion(3.6, 2 * GIB, 100))
        .isCloseTo(2 * 0.005 * 1e6 / 100 / 3600, within(1e-12));
  }

  @Test
  void pricesOfNothingAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Prices(0, 0))
        .withMessageContaining("one above 0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Prices(-1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Prices(Double.NaN, 2));
  }

  @Test
  void whatAnArmAddsIsTheDifferenceWithinBlocks() {
    List<RequestPrice> prices = prices(fixed(), new Prices(0.04, 0.005));

    assertThat(prices).extracting(it -> it.arm().name()).startsWith("baseline", "istio-mtls");
    double hours = 1e6 / 100 / 3600;
    assertThat(prices.get(0).price()).isCloseTo(0.04 + 0.005 * hours, within(1e-9));
    assertThat(prices.get(0).added()).isEmpty();
    assertThat(prices.get(1).added().orElseThrow().absolute())
        .isCloseTo(0.04 + 0.005 * hours, within(1e-9));
    Interval interval = prices.get(1).added().orElseThrow().interval().orElseThrow();
    assertThat(interval.high() - interval.low()).isCloseTo(0, within(1e-9));
  }

  @Test
  void anArmWithoutMemoryHasNoPrice() {
    Session without =
        SampleSessions.change(
            fixed(),
            run -> run.trial().variant().name().equals("istio-mtls"),
            run ->
                run.with(
                    new Run.Results(
                        run.results().load(),
                        run.results().stream(),
                        run.results().soak(),
                        run.measurements().stream()
                            .filter(it -> it.metric() != Metric.MEMORY_SYSTEM)
                            .toList())));

    assertThat(prices(without, new Prices(0.04, 0.005)))
        .extracting(it -> it.arm().name())
        .doesNotContain("istio-mtls");
  }

  private static List<RequestPrice> prices(Session session, Prices prices) {
    ScoringRules rules = SampleRules.rules();
    ScoringRules priced =
        new ScoringRules(
            rules.criteria(), rules.weightSets(), rules.efficiency(), Optional.of(prices));
    return RequestPrice.of(Report.of(session, priced).plans().get(0));
  }

  /** The baseline uses a core-hour per million and 1 GiB; the mesh twice as much. */
  private static Session fixed() {
    return SampleSessions.change(
        SampleSessions.replicated(3),
        run -> true,
        run -> {
          double times = run.trial().variant().name().equals("istio-mtls") ? 2 : 1;
          return SampleSessions.measured(
              SampleSessions.measured(
                  SampleSessions.measured(
                      run, new Measurement(Metric.CPU_SYSTEM, 3.6 * times, "cpu.json")),
                  new Measurement(Metric.MEMORY_SYSTEM, GIB * times, "memory.json")),
              new Measurement(Metric.THROUGHPUT, 100, "load.json"));
        });
  }
}
