package io.meshgauge.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.change.Answer;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeChartTest {
  private static final long SECOND = 1_000_000;

  /** Two changes of two seconds; in the first tenth of the second change a request fails. */
  private final List<ChangeEffect> effects =
      ChangeEffect.of(
          List.of(
              new Change("refuse", "order-2", 0, SECOND),
              new Change("refuse", "order-2", 2 * SECOND, 3 * SECOND)),
          List.of(
              new Answer(0, 50_000, true),
              new Answer(0, 60_000, true),
              new Answer(2 * SECOND, 2 * SECOND + 10_000, false),
              new Answer(2 * SECOND, 4 * SECOND - 1, true)));

  @Test
  void barsAreMeansOverTheChangesAndTheOutageIsBehindThem() {
    assertThat(ChangeChart.highest(effects)).as("2 good and 1 failed in 0.2 s").isEqualTo(15);

    String markup = new ChangeChart("haproxy", effects, 15).markup();

    assertThat(markup)
        .contains("aria-label=\"Answers of haproxy from the begin of a change, mean over 2\"")
        .contains("<title>after 0.0 s: 10.0 good and 5.00 failed per second</title>")
        .contains("<title>out of service for 1.00 s</title>")
        .containsOnlyOnce("class=\"alarm\"");
  }
}
