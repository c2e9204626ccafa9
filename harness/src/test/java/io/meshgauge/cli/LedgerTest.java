package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  private static final Report REPORT = SampleReports.report("four-way");
  private static final Experiment EXPERIMENT = REPORT.session().experiment();

  @TempDir private Path home;

  @Test
  void sessionsSayWhatTheNextOneCanFind() throws IOException {
    Ledger ledger = Ledger.of(home);
    ledger.add(REPORT, "first");
    ledger.add(REPORT, "second");

    assertThat(ledger.expected(EXPERIMENT, environment()))
        .singleElement()
        .asString()
        .matches(
            "plan steady: smallest effect found in 80 % of sessions: p50 \\+.* %, p99 \\+.* %, .*"
                + "by the A/A pairs of 2 sessions here, .*");
  }

  @Test
  void linesUnderThePlansFormerNameCount() throws IOException {
    Ledger ledger = Ledger.of(home);
    ledger.add(REPORT, "first");
    String line = Files.readString(ledger.file());
    assertThat(line).contains("\"plan\":\"steady\"");
    Files.writeString(ledger.file(), line.replace("\"steady\"", "\"baseline\""));

    assertThat(ledger.expected(EXPERIMENT, environment()))
        .singleElement()
        .asString()
        .contains("by the A/A pairs of 1 session here");
  }

  @Test
  void sessionsElsewhereSayNothing() throws IOException {
    Ledger ledger = Ledger.of(home);
    ledger.add(REPORT, "first");

    String unknown = "plan steady: not known, because no session here measured the baseline twice";
    assertThat(ledger.expected(EXPERIMENT, "local another machine, 64 cores"))
        .singleElement()
        .asString()
        .startsWith(unknown)
        .contains("./meshgauge run baseline -Dplans=steady -Dduration=");
    assertThat(Ledger.of(home.resolve("empty")).expected(EXPERIMENT, environment()))
        .singleElement()
        .asString()
        .startsWith(unknown);
  }

  @Test
  void sessionsWithoutPairLeaveNoFile() throws IOException {
    Ledger ledger = Ledger.of(home);

    ledger.add(SampleReports.report("soak"), "first");

    assertThat(ledger.file()).doesNotExist();
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    Ledger ledger = Ledger.of(home);
    ledger.add(REPORT, "first");
    Files.writeString(ledger.file(), Files.readString(ledger.file()) + "{\n");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> ledger.expected(EXPERIMENT, environment()))
        .withMessageStartingWith("line 2 of ");
  }

  private static String environment() {
    return Ledger.environment(EXPERIMENT, REPORT.session().environment());
  }
}
