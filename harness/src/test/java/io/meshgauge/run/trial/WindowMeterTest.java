package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.PhaseTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WindowMeterTest {
  private final List<String> happened = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-23T08:00:00Z");
  private final PhaseTimes times = new PhaseTimes(() -> now);

  @Test
  void metersRestartBeforeTheLoadAndAreReadFirstAfterIt() {
    WindowMeter edge = edge();

    edge.measuring(now.plusMillis(250));
    edge.finished(now.plusSeconds(10));

    assertThat(happened)
        .containsExactly(
            "meters start again before 2026-11-23T08:00:00.250Z", "begun", "meters read", "ended");
    assertThat(edge.reading()).isNotNull();
  }

  @Test
  void onlyTheWindowIsMeasuredTimeAndNotTheReportDelay() {
    WindowMeter edge = edge();
    times.enter(Phase.READ_METERS);
    now = now.plusSeconds(2);
    edge.measuring(now.plusSeconds(1));
    now = now.plusSeconds(13);
    edge.finished(now.minusSeconds(2));
    now = now.plusSeconds(3);
    times.end();

    assertThat(times.text())
        .isEqualTo(
            "Time: 18 s, of which 10 s (56 %) measured; read meters 8 s, everything else 0 s.");
  }

  private WindowMeter edge() {
    LoadListener listener =
        new LoadListener() {
          @Override
          public void measuring(Instant start) {
            happened.add("begun");
          }

          @Override
          public void finished(Instant end) {
            happened.add("ended");
          }
        };
    Instruments.Meter meter =
        new Instruments.Meter() {
          @Override
          public void startAgain(Instant load) {
            happened.add("meters start again before " + load);
          }

          @Override
          public Instruments.Reading finish() {
            happened.add("meters read");
            return new Instruments.Reading(
                List.of(),
                MachineTicks.NONE.since(MachineTicks.NONE),
                new TcpUse(0, 0, 0),
                Map.of(),
                List.of());
          }

          @Override
          public void close() {}
        };
    return new WindowMeter(listener, meter, () -> OpenConnections.NOT_READ, times);
  }
}
