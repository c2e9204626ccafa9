package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.otlp.Receiver;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.trend.SessionArchives;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code report --otlp}, from an archive to a collector. */
class OtlpVerbsTest extends CommandCase {
  private Path session;

  @Override
  Engine engine() {
    return new Engine(new ProjectLayout(folder));
  }

  @BeforeEach
  void session() throws IOException {
    session = SessionArchives.write(folder.resolve("reports/runs"), 1, "2", 1);
  }

  @Test
  void aReportIsSentWithTheNameOfItsSession() throws IOException {
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(meshgauge("report", session.toString(), "--otlp", receiver.url())).isZero();

      assertThat(err()).isEmpty();
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

      assertThat(err())
          .startsWith("meshgauge: metrics were not sent to " + receiver.url() + "/v1/metrics: ")
          .contains("status 400: \"bad day\"", "4318", "to send again: ./meshgauge report ")
          .hasLineCount(1);
      assertThat(out()).contains("report: ");
      assertThat(session.resolve("index.html")).exists();
      assertThat(session.resolve("smp.json")).exists();
    }
  }

  @Test
  void anAddressThatIsNoneIsRefusedBeforeAnythingIsDone() {
    for (String verb : new String[] {"report", "run"}) {
      String what = verb.equals("run") ? "envoy" : session.toString();
      assertThat(meshgauge(verb, what, "--otlp", "localhost:4318")).isEqualTo(2);
      assertThat(err())
          .contains("--otlp is \"localhost:4318\"; expected the address of a collector");
    }
    assertThat(session.resolve("index.html")).doesNotExist();
  }
}
