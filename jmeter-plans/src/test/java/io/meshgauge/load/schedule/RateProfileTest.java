package io.meshgauge.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.load.schedule.RateProfile.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateProfileTest {

  private static final String STRESS = "peaks base=0.4286 peak=1 count=3 share=0.3 ripple=0.05";

  @Test
  void theIntegralOfPeaksIsBaseTimesCalmPlusThreeQuartersOfEachPeaksRise() {
    RateProfile profile = LoadShape.parse(STRESS).at(3500, 60);

    double base = 3500 * 0.4286;
    double calm = base * 60 * 0.7;
    double peaks = (base + (3500 - base) * 0.75) * 60 * 0.3;
    assertThat(profile.arrivals()).isCloseTo(calm + peaks, within(1e-6));
    assertThat(profile.seconds()).isCloseTo(60, within(1e-9));
  }

  @Test
  void peaksStayBetweenTheStudiesLimits() {
    RateProfile profile = LoadShape.parse(STRESS).at(3500, 60);

    double lowest = Double.MAX_VALUE;
    double highest = 0;
    for (int i = 0; i < 60_000; i++) {
      double rate = profile.rateAt(i / 1000.0);
      lowest = Math.min(lowest, rate);
      highest = Math.max(highest, rate);
    }
    assertThat(lowest).isCloseTo(1500 * 0.95, within(2.0));
    assertThat(highest).isEqualTo(3500).isEqualTo(profile.highestRate());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant",
        "ramp 0 1",
        "ramp 1 0.2",
        "steps 0.0143 0 1",
        "pieces 10:0:1 60:1:1 10:1:0",
        STRESS
      })
  void theAccumulatedRateIsTheSumOfTheRate(String shape) {
    RateProfile profile = LoadShape.parse(shape).at(1000, 20);

    double sum = 0;
    for (int i = 0; i < 200_000; i++) {
      sum += profile.rateAt((i + 0.5) / 10_000) / 10_000;
    }
    assertThat(profile.arrivals()).isCloseTo(sum, within(0.1));
    assertThat(profile.arrivalsBy(7.3) + tail(profile, 7.3))
        .isCloseTo(profile.arrivals(), within(0.1));
  }

  @Test
  void eachStepIsAStage() {
    List<Stretch> stretches = LoadShape.parse("steps 0.0143 0.1286 1").at(3500, 60).stretches();

    assertThat(stretches).extracting(Stretch::stage).containsExactly("step-1", "step-2", "step-3");
    assertThat(stretches.get(1).from()).isCloseTo(20, within(1e-9));
    assertThat(stretches.get(1).to()).isCloseTo(40, within(1e-9));
    assertThat(stretches.get(1).arrivals()).isCloseTo(450.1 * 20, within(1e-6));
  }

  @Test
  void peaksWithTheirRiseAndFallAreOneStageAndTheCalmBetweenThemAnother() {
    RateProfile profile = LoadShape.parse(STRESS).at(3500, 60);

    assertThat(profile.stretches())
        .extracting(Stretch::stage)
        .containsExactly("calm", "peak", "calm", "peak", "calm", "peak", "calm");
    assertThat(profile.stretches())
        .extracting(it -> Math.round(it.from()))
        .containsExactly(0L, 7L, 13L, 27L, 33L, 47L, 53L);
    assertThat(profile.stretches().stream().mapToDouble(Stretch::arrivals).sum())
        .isCloseTo(profile.arrivals(), within(1e-6));
  }

  @Test
  void levelPiecesAreStagesAndRampsAreNone() {
    assertThat(LoadShape.parse("pieces 10:0:1 60:1:1 10:1:0").at(100, 80).stretches())
        .containsExactly(new Stretch("piece-2", 10, 70, 6000));
    assertThat(LoadShape.parse("constant").at(100, 80).stretches()).isEmpty();
    assertThat(LoadShape.parse("ramp 0.1 1").at(100, 80).stretches()).isEmpty();
  }

  private static double tail(RateProfile profile, double from) {
    double sum = 0;
    for (double t = from; t < profile.seconds(); t += 1e-4) {
      sum += profile.rateAt(t + 5e-5) * 1e-4;
    }
    return sum;
  }

  @Test
  void theRateOutsideTheWindowIsZero() {
    RateProfile profile = LoadShape.parse("constant").at(10, 2);

    assertThat(profile.rateAt(-0.1)).isZero();
    assertThat(profile.rateAt(2)).isZero();
    assertThat(profile.arrivalsBy(99)).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sawtooth",
        "ramp 1",
        "ramp 0 1.5",
        "steps",
        "steps x",
        "pieces",
        "pieces 10:0",
        "pieces 0:0:1",
        "pieces 10:0:2",
        "constant 1",
        "peaks hight=1",
        "peaks count=0",
        "peaks count=1.5",
        "peaks share=1",
        "peaks base=0.99 ripple=0.05"
      })
  void aShapeThatCannotBeReadIsRefusedWithTheFormsThereAre(String shape) {
    assertThatThrownBy(() -> LoadShape.parse(shape))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + shape + "'")
        .hasMessageContaining("steps 0.0143 0.1286 1");
  }

  @Test
  void aLoadWithoutRateOrDurationIsRefused() {
    LoadShape shape = LoadShape.parse("constant");

    assertThatThrownBy(() -> shape.at(0, 10)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> shape.at(-3, 10)).hasMessageContaining("-3");
    assertThatThrownBy(() -> shape.at(10, Double.NaN)).hasMessageContaining("above 0");
  }
}
