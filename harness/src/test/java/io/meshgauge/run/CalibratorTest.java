package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.evidence.Loads;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.measure.LabelResult.Outcomes;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.RequestKind.Denial;
import io.meshgauge.run.Calibrator.Attempt;
import io.meshgauge.run.Calibrator.Broken;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.trial.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-9")
class CalibratorTest {
  private static final Attempt SOUND =
      new Attempt(new Calibration(100, 0.0002, 0.001, 0.0001, 1), List.of());
  private static final Attempt BUSY =
      new Attempt(
          new Calibration(100, 0.05, 0.323, 0.177, 1),
          List.of(
              new Broken(
                  "the load generator alone",
                  new Reason("send-lag", "send lag p99 was 177.000 ms"))));

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
        .hasMessageContaining("End other work on this machine, choose a lower rate")
        .hasMessageContaining("(protocol.send-lag)");
    assertThat(made).containsExactly(1, 2);
  }

  @Test
  void lagOfFastApplicationIsRefusedWithTheSettingThatAcceptsIt() {
    Attempt fast = new Attempt(new Calibration(660, 2e-4, 3e-4, 0.123e-3, 0.1), BUSY.broken());
    assertThatThrownBy(() -> sound(fast, fast)).hasMessageContaining("(-Dsend-lag=250us)");
  }

  @Test
  void aBusyMachineIsTheOnlyCauseNamedWhereItIs() {
    Attempt busy =
        new Attempt(
            SOUND.calibration(),
            List.of(
                new Broken(
                    "the load generator alone",
                    new Reason(Validity.OTHER_WORK_RULE, "processes outside used 93 %"))));

    assertThatThrownBy(() -> sound(busy, busy))
        .hasMessageContaining(
            "End the other work on this machine, wait until it ends, or prove only")
        .hasMessageContaining("processes outside used 93 % (rule other-work)")
        .message()
        .doesNotContain("-Drate");
  }

  private Calibration sound(Attempt first, Attempt second) {
    return Calibrator.valid(
        number -> {
          made.add(number);
          return number == 1 ? first : second;
        },
        notes::add);
  }

  @Test
  void aPilotWithoutOneExpectedAnswerQuestionsThePlan() {
    assertThatThrownBy(
            () -> pilot(RequestKind.ALLOWED, new Mismatch("cart", "202", "201", 9, 9, "")))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("in the pilot of plan steady no answer to cart was the expected one")
        .hasMessageContaining("expected 202, received 201 in 9 of 9")
        .hasMessageContaining("write expect: [201]");
  }

  @Test
  void aPilotWithSomeExpectedAnswersOrRefusalsOfAnotherArmGoesOn() {
    pilot(RequestKind.ALLOWED, new Mismatch("cart", "202", "201", 8, 9, ""));
    pilot(RequestKind.ALLOWED, new Mismatch("cart", "202", "503", 9, 9, ""));
    pilot(new RequestKind("", Denial.ROLE), new Mismatch("cart", "403", "200", 9, 9, ""));
  }

  private static void pilot(RequestKind kind, Mismatch mismatch) {
    LatencyHistogram none = LatencyHistogram.merge(List.of());
    LabelResult label =
        new LabelResult(
            "cart",
            kind,
            9,
            9,
            9,
            0,
            new Outcomes(Map.of(), Map.of(), List.of(mismatch)),
            none,
            none,
            none);
    Calibrator.wrongExpectation(
        new Plan("steady", Plan.MIN_DURATION, new TreeMap<>()), Loads.of(label));
  }
}
