package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.predict.SweepArchive;
import io.meshgauge.product.registry.Products;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verb {@code advise}, from the archive of a sweep alone. */
class AdviseVerbTest extends CommandCase {
  private static final int COLUMNS = 120;

  private Path session = Path.of("");

  @BeforeEach
  void sweep() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("sweep.yaml"),
            """
            variants: [baseline, envoy]
            sweep: {rate: [80, 400], payload-bytes: [0B, 16KiB], held-out: 2}
            plans: [{name: baseline, duration: 20s}]
            """);
    Experiment experiment =
        new Configuration(SampleHome.in(folder), Products.all())
            .file(file, Overrides.NONE)
            .experiment();
    session = SweepArchive.write(folder.resolve("runs"), experiment, 0.01);
    RunArchive.open(session).attach(ScoringRules.FILE, SampleRules.rules());
  }

  @Override
  Path home() {
    return Path.of("..");
  }

  private int advise(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "advise";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return meshgauge(all);
  }

  @Test
  void everyProfileIsAdvisedWithinTheWidthOfATerminal() {
    assertThat(advise(session.toString())).as(err()).isZero();

    String text = out();
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "regulated: no recommendation: no mesh meets the profile: envoy does not promise"
                + " encryption.",
            "What would change it:",
            "Rate: baseline uses a machine like the measured one to 60 % at ");
    assertThat(text.lines()).allMatch(it -> it.length() <= COLUMNS);
  }

  @ParameterizedTest
  @EnumSource
  void jsonHoldsTheSame(Language language) {
    Messages.use(language);
    assertThat(advise(session.toString(), "--profile", "edge", "--json")).isZero();

    JsonNode advice = JsonMapper.shared().readTree(out());
    assertThat(advice).hasSize(1);
    assertThat(advice.get(0).get("kind").asString()).isEqualTo("none");
    assertThat(advice.get(0).has("variant")).isFalse();
    assertThat(advice.get(0).get("candidates").get(0).get("variant").asString()).isEqualTo("envoy");
  }

  @Test
  void anUnknownProfileOrArchiveIsRefused() {
    assertThat(advise(session.toString(), "--profile", "edgy"))
        .isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(err()).contains("did you mean \"edge\"?");
    assertThat(advise(folder.resolve("nothing").toString())).isEqualTo(ExitCode.BAD_INPUT.code());
  }

  @Test
  @Tag("rule-26")
  void aSweepAdvisesByItsCostModelWhereItsPointsAreProven() {
    Session proven =
        SampleSessions.change(
            RunArchive.open(session).read(), run -> true, AdviseVerbTest::withTraversal);

    Advice advice =
        Advice.all(
                Report.of(
                    proven,
                    SampleRules.rules(),
                    PublishedStudies.NONE,
                    UsageProfileFile.named("devops")))
            .get(0);

    assertThat(advice.variant()).as(advice.headline()).contains("envoy");
    assertThat(advice.headline())
        .contains("by predictions at ", "the only mesh that meets the profile", "proven.")
        .contains("objects of configuration +6")
        .containsPattern("traversal (\\d+)/\\1");
    assertThat(advice.changes()).hasSize(2).allMatch(it -> it.startsWith("Rate: "));
    assertThat(
            Advice.all(
                    Report.of(
                        proven,
                        SampleRules.rules(),
                        PublishedStudies.NONE,
                        UsageProfileFile.named("latency-critical")))
                .get(0)
                .kind())
        .isEqualTo(Advice.Kind.NO_MESH_NEEDED);
  }

  @Test
  @Tag("rule-26")
  void limitsBindPredictionsAndTheBaselineToo() {
    Session read = RunArchive.open(session).read();

    Advice kept = advice(read, new Limit(Metric.RESPONSE_P99, Of.ADDED, 1));
    assertThat(kept.kind()).isEqualTo(Advice.Kind.NO_MESH_NEEDED);
    assertThat(kept.changes())
        .anyMatch(it -> it.startsWith("Limit of added p99: envoy stays in down to "));
    Advice broken = advice(read, new Limit(Metric.RESPONSE_P99, Of.VALUE, 1e-6));
    assertThat(broken.kind()).as("the baseline breaks it as well").isEqualTo(Advice.Kind.NONE);
    assertThat(broken.reasons()).anyMatch(it -> it.startsWith("envoy is left out: it breaks p99"));
  }

  private static Advice advice(Session session, Limit limit) {
    UsageProfile shipped = UsageProfileFile.named("latency-critical").get(0);
    UsageProfile limited =
        new UsageProfile(
            shipped.name(),
            shipped.about(),
            shipped.demands(),
            List.of(limit),
            shipped.criteria(),
            shipped.weights(),
            shipped.margin());
    return Advice.all(
            Report.of(session, SampleRules.rules(), PublishedStudies.NONE, List.of(limited)))
        .get(0);
  }

  private static Run withTraversal(Run run) {
    Evidence seen =
        new Evidence(Promise.TRAVERSAL, "a → b", Verdict.PROVEN, "all", "all", "proxy.txt");
    int files = run.trial().variant().mesh().equals(Variant.BASELINE) ? 0 : 6;
    Run proven =
        new Run(
            run.trial(),
            run.outcome(),
            run.reasons(),
            run.setup(),
            List.of(seen),
            run.observations(),
            run.results());
    for (Metric metric : List.of(Metric.CONFIG_OBJECTS, Metric.CONFIG_LINES, Metric.READY)) {
      proven = SampleSessions.measured(proven, new Measurement(metric, files, "run.json"));
    }
    return proven;
  }
}
