package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.otlp.Receiver;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.trend.SessionArchives;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report --otlp}, from an archive to a collector. */
class OtlpVerbsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path home;
  private Path session;

  @BeforeEach
  void installation() throws IOException {
    SampleHome.in(home);
    session = SessionArchives.write(home.resolve("reports/runs"), 1, "2", 1);
  }

  @Test
  void aReportIsSentWithTheNameOfItsSession() throws IOException {
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(meshgauge("report", session.toString(), "--otlp", receiver.url())).isZero();

      assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(receiver.points("meshgauge.response_time.p50"))
          .hasSize(3)
          .allSatisfy(
              it ->
                  assertThat(it.attributes())
                      .containsEntry("meshgauge.session.id", session.getFileName().toString()));
    }
  }

  @Test
  void aCollectorThatRefusesChangesNeitherReportNorExitCode() throws IOException {
    try (Receiver receiver = Receiver.refusing(400, "bad day")) {
      assertThat(meshgauge("report", session.toString(), "--otlp=" + receiver.url())).isZero();

      assertThat(err.toString(StandardCharsets.UTF_8))
          .startsWith("meshgauge: metrics were not sent to " + receiver.url() + "/v1/metrics: ")
          .contains("status 400: \"bad day\"", "4318", "to send again: ./meshgauge report ")
          .hasLineCount(1);
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("report: ");
      assertThat(session.resolve("index.html")).exists();
      assertThat(session.resolve("smp.json")).exists();
    }
  }

  @Test
  void anAddressThatIsNoneIsRefusedBeforeAnythingIsDone() {
    for (String verb : new String[] {"report", "run"}) {
      String what = verb.equals("run") ? "envoy" : session.toString();
      assertThat(meshgauge(verb, what, "--otlp", "localhost:4318")).isEqualTo(2);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .contains("--otlp is \"localhost:4318\"; expected the address of a collector");
    }
    assertThat(session.resolve("index.html")).doesNotExist();
  }

  private int meshgauge(String... arguments) {
    out.reset();
    err.reset();
    CliContext context =
        new CliContext(
            home,
            new Engine(new ProjectLayout(home)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.PLAIN,
            Overrides.NONE);
    return Meshgauge.execute(context, arguments);
  }
}
