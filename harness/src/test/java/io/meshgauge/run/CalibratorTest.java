package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.run.Calibrator.Attempt;
import io.meshgauge.run.session.CannotRunException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-9")
class CalibratorTest {
  private static final Attempt SOUND =
      new Attempt(new Calibration(100, 0.0002, 0.001, 0.0001, 1), List.of());
  private static final Attempt BUSY =
      new Attempt(
          new Calibration(100, 0.05, 0.323, 0.177, 1),
          List.of("the load generator alone: send lag p99 was 177.000 ms (send-lag)"));

  private final List<String> notes = new ArrayList<>();
  private final List<Integer> made = new ArrayList<>();

  @Test
  void validCalibrationIsMadeOnce() {
    assertThat(sound(SOUND, BUSY)).isEqualTo(SOUND.calibration());
    assertThat(made).containsExactly(1);
    assertThat(notes).isEmpty();
  }

  @Test
  void calibrationThatBreaksARuleIsRepeatedOnceWithANote() {
    assertThat(sound(BUSY, SOUND)).isEqualTo(SOUND.calibration());
    assertThat(made).containsExactly(1, 2);
    assertThat(notes)
        .singleElement()
        .satisfies(
            note -> assertThat(note).contains("repeated once", "send lag p99 was 177.000 ms"));
  }

  /** Regression: a session continued although its load generator had a p99 of 323 ms. */
  @Test
  void sessionIsRefusedWhenTheCalibrationBreaksARuleTwice() {
    assertThatThrownBy(() -> sound(BUSY, BUSY))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("the session is refused")
        .hasMessageContaining("the load generator alone: send lag p99 was 177.000 ms")
        .hasMessageContaining("stop the other work, choose a lower rate");
    assertThat(made).containsExactly(1, 2);
  }

  private Calibration sound(Attempt first, Attempt second) {
    return Calibrator.valid(
        number -> {
          made.add(number);
          return number == 1 ? first : second;
        },
        notes::add);
  }
}
