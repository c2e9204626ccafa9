package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PhaseTimesTest {
  private Instant now = Instant.parse("2026-11-23T08:00:00Z");
  private final PhaseTimes times = new PhaseTimes(() -> now);

  @Test
  void secondsOfAPhaseAreSummedOverTrialsAndTheRestIsNamed() {
    passes(5);
    for (int trial = 0; trial < 3; trial++) {
      times.enter(Phase.DEPLOY);
      passes(9);
      times.enter(Phase.READ_METERS);
      passes(1);
      times.enter(Phase.MEASURE);
      passes(10);
      times.enter(Phase.TEAR_DOWN);
      passes(2);
      times.end();
      passes(1);
    }

    assertThat(times.text())
        .isEqualTo(
            "Time: 74 s, of which 30 s (41 %) measured; deploy 27 s, read meters 3 s, tear down 6 s, everything else 8 s.");
  }

  @Test
  void windowHasTheEdgesOfTheLoadAndNotOfItsReports() {
    times.enter(Phase.READ_METERS);
    passes(1);
    times.enter(Phase.MEASURE, now.plusSeconds(2));
    passes(2 + 10 + 3);
    times.enter(Phase.READ_METERS, now.minusSeconds(3));
    passes(4);
    times.end();

    assertThat(times.text())
        .isEqualTo(
            "Time: 20 s, of which 10 s (50 %) measured; read meters 10 s, everything else 0 s.");
  }

  @Test
  void phaseThatStartsBeforeThePreviousOneSubtractsNothing() {
    passes(10);
    times.enter(Phase.DEPLOY);
    times.enter(Phase.PROVE, now.minusSeconds(5));
    passes(2);
    times.end();

    assertThat(times.text())
        .isEqualTo(
            "Time: 12 s, of which 0 s (0 %) measured; deploy 0 s, prove 2 s, everything else 10 s.");
  }

  private void passes(int seconds) {
    now = now.plusSeconds(seconds);
  }
}
