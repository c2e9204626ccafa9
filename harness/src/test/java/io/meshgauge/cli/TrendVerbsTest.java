package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.trend.SessionArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The verbs {@code accept} and {@code trend}, and the gate, from archives alone. */
class TrendVerbsTest extends CommandCase {
  private final Deque<Path> measured = new ArrayDeque<>();
  private final List<Long> seeds = new ArrayList<>();

  @Override
  Engine engine() {
    return new Engine(new ProjectLayout(folder)) {
      @Override
      public Path run(
          Experiment experiment, ScoringRules rules, String command, Progress progress) {
        seeds.add(experiment.seed());
        return measured.remove();
      }

      @Override
      public void refuseManifests(Experiment experiment) {
        // The installation of a test has no manifests.
      }
    };
  }

  private int upgrade(double... slower) throws IOException {
    measured.clear();
    seeds.clear();
    for (double one : slower) {
      measured.add(Path.of(session(10 + measured.size(), one)));
    }
    return meshgauge(
        "run",
        "istio-mtls",
        "-Drate=100",
        "--fail-on=regression",
        "--against=baseline",
        "--summary=" + folder.resolve("upgrade.md"));
  }

  @Test
  void anArmIsComparedWithAnotherOneOfItsSession() throws IOException {
    assertThat(
            meshgauge("report", session(1, 1), "--fail-on", "regression", "--against", "baseline"))
        .isEqualTo(1);
    assertThat(out())
        .contains("istio-mtls under plan steady, against baseline in the same blocks")
        .contains("worse by more than 5 % in p50")
        .doesNotContain("accepted");
    assertThat(
            meshgauge(
                "report", session(2, 0.5), "--fail-on=regression=5%", "--against", "baseline"))
        .as("twice the baseline, halved")
        .isZero();
    assertThat(meshgauge("report", session(3, 1), "--fail-on", "regression", "--against", "old"))
        .isEqualTo(2);
    assertThat(err()).contains("expected an arm of the session, one of: baseline, istio-mtls");
  }

  @Test
  void aRegressionClosesTheGateOnlyIfAConfirmationSessionFindsItAgain() throws IOException {
    assertThat(upgrade(1, 0.5)).as(err()).isZero();
    assertThat(seeds).as("other arrivals").hasSize(2).doesNotHaveDuplicates();
    assertThat(err())
        .contains("a confirmation session runs now", "did not find it again; both reports say so");
    try (var sessions = Files.list(folder.resolve("reports/runs"))) {
      assertThat(sessions.map(it -> it.resolve("junit.xml")).filter(Files::exists))
          .hasSize(2)
          .allSatisfy(it -> assertThat(Files.readString(it)).doesNotContain("<failure"))
          .anySatisfy(
              it -> assertThat(Files.readString(it)).contains("session did not find again"));
    }

    assertThat(Files.readString(folder.resolve("upgrade.md")))
        .as("written once both sessions are known")
        .contains("the confirmation session did not find again")
        .doesNotContain("**Red.");

    assertThat(upgrade(1, 1)).isEqualTo(1);
    assertThat(err()).contains("The confirmation session found it again: istio-mtls, steady");
    assertThat(upgrade(0.5)).as("nothing to confirm").isZero();
    assertThat(seeds).hasSize(1);
  }

  private String session(int day, double slower) throws IOException {
    return SessionArchives.write(folder.resolve("reports/runs"), day, "2", slower).toString();
  }

  @Test
  void aRegressionAgainstAcceptedSessionsClosesTheGate() throws IOException {
    String[] accepted = {"accept", session(1, 1), session(2, 1), session(3, 1)};
    assertThat(meshgauge(accepted)).as(err()).isZero();
    assertThat(out())
        .contains("accepted/steady.json: 3 accepted sessions", "p50 × 2.0", "(sd ")
        .doesNotContain("!");

    String same = session(4, 1);
    assertThat(meshgauge("report", same, "--fail-on", "regression=10%")).as(err()).isZero();
    assertThat(out())
        .contains("istio-mtls under plan steady, against 3 accepted sessions")
        .contains("no regression of 10 % in p50", "Green.");

    String slower = session(5, 1.4);
    Path summary = folder.resolve("summary.md");
    Files.writeString(summary, "before\n");
    assertThat(
            meshgauge(
                "report", slower, "--fail-on=regression=10%", "--summary", summary.toString()))
        .isEqualTo(1);
    assertThat(out()).contains("worse by more than 10 % in p50, p99, CPU and memory", "Red.");
    assertThat(err())
        .contains("not met: istio-mtls × steady: p50 +4", "a regression by more than 10 %");
    assertThat(Files.readString(Path.of(slower, "junit.xml")))
        .contains("testcase", "regression response_p50 &lt;= 10 %", "<failure message=\"p50 +4");
    assertThat(Files.readString(summary))
        .startsWith("before\n## Meshgauge: steady\n\n**Red. ")
        .contains("worse by more than 10 %", "| istio-mtls |", "observed; traversal 4/4");
    assertThat(meshgauge("report", slower)).as("without the option").isZero();
  }

  @Test
  void acceptedSessionsAreListedInTheLanguageThatIsAskedFor() throws IOException {
    String session = session(1, 1);
    assertThat(meshgauge("accept", session, "--language", "uk")).as(err()).isZero();
    assertThat(out())
        .contains(
            "istio-mtls, план steady, порівняно з базовим варіантом", "! Наскільки відрізняються");
    assertThat(meshgauge("accept", session)).isZero();
    assertThat(out()).contains("istio-mtls under plan steady, against the baseline: p50 × 2.0");
  }

  @Tag("rule-23")
  @Test
  void anotherEnvironmentIsNotComparedUnlessItsChangeIsExamined() throws IOException {
    assertThat(meshgauge("accept", session(1, 1))).isZero();
    assertThat(out()).contains("! How much equal sessions differ is not known from 1 session");
    String other = SessionArchives.write(folder.resolve("reports/runs"), 2, "8", 1.4).toString();

    assertThat(meshgauge("report", other, "--fail-on", "regression")).isEqualTo(5);
    assertThat(err()).contains("not compared with accepted/steady", "cpu.cores: 8 against 2");
    assertThat(out())
        .contains("Green.")
        .containsPattern("! Warnings about .*accepted\\s+sessions")
        .doesNotContain("worse");

    assertThat(
            meshgauge(
                "report", other, "--full", "--fail-on", "regression", "--changed", "cpu.cores"))
        .isEqualTo(1);
    assertThat(out()).contains("the spread between sessions is unknown");
  }

  @Test
  void sessionsAreAddedToTheReferenceOnce() throws IOException {
    String first = session(1, 1);
    assertThat(meshgauge("accept", first, "--as", "main")).isZero();
    assertThat(meshgauge("accept", first, session(2, 1), "--as", "main", "--add")).isZero();
    assertThat(out()).contains("main.json: 2 accepted sessions");

    String other = SessionArchives.write(folder.resolve("reports/runs"), 3, "8", 1).toString();
    assertThat(meshgauge("accept", other, "--as", "main", "--add")).isEqualTo(2);
    assertThat(err()).contains("different environments", "cpu.cores: 2 against 8");
    assertThat(meshgauge("accept", other, "--as", "not a name")).isEqualTo(2);
  }

  @Test
  void mistakesAreRefusedBeforeAnythingRuns() throws IOException {
    String session = session(1, 1);
    assertThat(meshgauge("report", session, "--fail-on", "regression")).isEqualTo(2);
    assertThat(err()).contains("there are no accepted sessions", "./meshgauge accept");
    assertThat(meshgauge("run", "envoy", "--fail-on", "regression")).isEqualTo(2);
    assertThat(meshgauge("accept", session, "--as", "envoy")).isZero();
    assertThat(meshgauge("run", "envoy", "--fail-on", "regression")).isEqualTo(2);
    assertThat(err()).contains("add -Drate=100");
    for (String wrong : new String[] {"regressions", "regression=", "regression=-1%", "x=5%"}) {
      assertThat(meshgauge("report", session, "--fail-on", wrong)).as(wrong).isEqualTo(2);
    }
    assertThat(err()).contains("expected regression, or regression=MARGIN");
  }

  @Test
  void damagedAndForeignFoldersAreRefused() throws IOException {
    String session = session(1, 1);
    try (var files = Files.walk(Path.of(session))) {
      Path log =
          files.filter(it -> it.toString().endsWith("response.hlog")).findFirst().orElseThrow();
      Files.writeString(log, "#");
    }
    assertThat(meshgauge("accept", session)).isEqualTo(2);
    assertThat(err()).contains("is damaged");
    assertThat(meshgauge("trend", folder.toString())).isEqualTo(2);
    assertThat(err()).contains("expected the folder of a run");
  }

  @Test
  void aTrendIsPrintedAsTextAndAsJson() throws IOException {
    String[] folders = {
      session(3, 1),
      session(1, 1),
      session(2, 1),
      SessionArchives.write(folder.resolve("reports/runs"), 4, "8", 1).toString()
    };

    assertThat(meshgauge("trend", folders[0], folders[1], folders[2], folders[0], folders[3]))
        .as(err())
        .isZero();
    assertThat(out())
        .contains("Environment and load 1 of 2: 3 sessions from 2026-11-02 10:00:00 UTC")
        .contains("! cpu.cores: 2 against 8")
        .contains("istio-mtls under plan steady", "× baseline")
        .contains("standard deviation between sessions");

    assertThat(meshgauge("trend", "--json", folders[0], folders[1])).isZero();
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("..", "reports", "trend.schema.json")))
                .validate(out(), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void aTrendIsWrittenAsAPageThatLeadsToTheReports() throws IOException {
    String[] folders = {session(1, 1), session(2, 1), session(3, 1)};
    assertThat(meshgauge("accept", folders[0], folders[1], folders[2])).isZero();
    assertThat(meshgauge("report", folders[1])).isZero();
    Path page = folder.resolve("pages/trend.html");

    assertThat(
            meshgauge(
                "trend",
                folders[0],
                folders[1],
                folders[2],
                "--html",
                page.toString(),
                "--accepted",
                "steady"))
        .as(err())
        .isZero();
    assertThat(out()).contains("× baseline", "page: " + page);
    String name = Path.of(folders[1]).getFileName().toString();
    assertThat(Files.readString(page))
        .contains("<a href=\"../reports/runs/%1$s/index.html\">%1$s</a>".formatted(name))
        .contains("Grey band", "istio-mtls under plan steady");
    assertThat(page.resolveSibling("../reports/runs/%s/index.html".formatted(name))).exists();

    assertThat(meshgauge("trend", folders[0], "--accepted", "steady")).isEqualTo(2);
    assertThat(err()).contains("expected --html FILE with it");
    assertThat(meshgauge("trend", "--json", folders[0], "--html", page.toString())).isZero();
    assertThat(out()).startsWith("{").endsWith("}\n");
  }
}
