package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Reason;
import java.nio.file.Path;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Methodology rule 3: only faults of the load worker void a run, never those of the server. */
@Tag("serial")
@Tag("rule-3")
@Timeout(120)
@Tag("long")
class StallIT {
  private static final int SERVICE_MILLIS = 20;

  /** Attempts: windows next to other work may be void for that reason. */
  private static final int ATTEMPTS = 6;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {100, 300, 1000})
  void serverStallVoidsNothingAndIsInThePercentiles(int millis) throws Exception {
    StallWindow window = new StallWindow(SERVICE_MILLIS, millis, 0);
    StallWindow.Seen seen = window.measure(folder.resolve("0"));
    for (int attempt = 1; attempt < ATTEMPTS && !seen.broken().isEmpty(); attempt++) {
      seen = window.measure(folder.resolve(Integer.toString(attempt)));
    }

    assertThat(seen.broken()).isEmpty();
    assertThat(seen.p99Millis()).isCloseTo(window.p99Millis(), Percentage.withPercentage(5));
    assertThat(seen.load().worker().blocked()).isZero();
    assertThat(seen.load().timeline())
        .as("the timeline")
        .anySatisfy(second -> assertThat(second.p99Seconds() * 1e3).isGreaterThan(millis / 2.0));
  }

  @Test
  void stoppedLoadWorkerVoidsItsWindow() throws Exception {
    StallWindow.Seen seen = new StallWindow(SERVICE_MILLIS, 0, 100).measure(folder);

    assertThat(seen.broken()).extracting(Reason::rule).contains("pause", "send-lag");
  }
}
