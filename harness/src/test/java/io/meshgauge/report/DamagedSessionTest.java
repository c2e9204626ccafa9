package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Integrity.Damage;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.arm.ReportText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The report of a session with a run that was excluded because of a damaged file. */
class DamagedSessionTest {
  private static final Session WHOLE = SampleSessions.fourWay();
  private static final Run LOST = WHOLE.runs("envoy", "steady").get(0);
  private static final String FILE = "trials/%s/run.json".formatted(LOST.trial().folder());

  private final Report report = Report.of(damaged(), SampleRules.rules());

  @Test
  void theFileAndTheRunAreNamed() {
    assertThat(report.warnings())
        .filteredOn(it -> it.subject().equals("archive"))
        .singleElement()
        .extracting(Warning::text)
        .asString()
        .isEqualTo(FILE + ": it is missing; the run " + LOST.trial().folder() + " is left out");
  }

  @Test
  void theSessionIsNotSaidToHaveEndedEarly() {
    assertThat(report.warnings()).extracting(Warning::subject).doesNotContain("session");
    assertThat(ReportText.executed(report.session())).isEqualTo("14 of 15 planned runs");
  }

  @Test
  void theGateOfItsVariantIsClosedAndSaysWhy() {
    assertThat(report.broken())
        .singleElement()
        .satisfies(it -> assertThat(it.variant()).isEqualTo("envoy"))
        .satisfies(
            it ->
                assertThat(it.words())
                    .contains("1 planned run never ran, or is left out as damaged"));
  }

  private static Session damaged() {
    return WHOLE
        .with(WHOLE.runs().stream().filter(run -> !run.equals(LOST)).toList())
        .with(
            new Integrity(
                true,
                List.of(new Damage(FILE, "it is missing", Optional.of(LOST.trial().folder())))));
  }
}
