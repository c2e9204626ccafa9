package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.StoppedException;
import io.meshgauge.score.WeightSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeshgaugeTest extends CommandCase {
  @Test
  void aGoodRunPrintsTheTableAndEndsWithZero() {
    assertThat(meshgauge("run", "istio-mtls", "-Drate=50")).isZero();

    assertThat(out())
        .isEqualToNormalizingNewlines("THE TABLE\n\nreport: reports/runs/session/index.html\n");
    assertThat(engine.asked)
        .containsExactly("./meshgauge run istio-mtls -Drate=50", "read session");
    assertThat(engine.ran.protocol().rate()).hasValue(50);
  }

  @Test
  void aRunThatBreaksAnObjectiveEndsWithOneAndSaysWhy() {
    engine.green = false;

    assertThat(meshgauge("run", "envoy")).isEqualTo(1);

    assertThat(err()).contains("not met: envoy × steady: response_p99 of envoy is above 250 ms");
  }

  @Test
  void aSessionThatItsStopRuleEndsIsReportedAndFails() {
    StoppedException stopped =
        new StoppedException("the application is harmed", Path.of("reports/runs/harmed"));
    engine.failure = new EngineException(ExitCode.FAILED, stopped.getMessage(), stopped);

    assertThat(meshgauge("run", "envoy")).isEqualTo(4);

    assertThat(out()).contains("THE TABLE", "report: reports/runs/harmed/index.html");
    assertThat(err())
        .contains("the session ends: the application is harmed", "reports/runs/harmed");
  }

  @Test
  void aSessionThatEndsForAnyOtherReasonIsReportedForPipelines() {
    RunException ended = new RunException("the disk is full").in(Path.of("reports/runs/ended"));
    engine.failure = new EngineException(ExitCode.FAILED, ended.getMessage(), ended);

    assertThat(meshgauge("run", "envoy")).isEqualTo(4);

    assertThat(engine.reportedBy).as("report and JUnit file").isNotNull();
    assertThat(out()).as("no run was finished").doesNotContain("THE TABLE");
    assertThat(err()).contains("the disk is full");
  }

  @Test
  void aRunIsVisibleInTheLiveView() {
    AtomicReference<String> page = new AtomicReference<>("");
    engine.running =
        progress -> {
          progress.note("said <while> it runs");
          Matcher where = Pattern.compile("Live: (http://127\\.0\\.0\\.1:\\d+/) ").matcher(err());
          assertThat(where.find()).as(err()).isTrue();
          page.set(read(where.group(1)));
        };

    assertThat(meshgauge("run", "--live", "envoy")).isZero();

    assertThat(page.get()).contains("said &lt;while&gt; it runs");
    assertThat(engine.asked).startsWith("./meshgauge run envoy");
    assertThat(err()).contains("note: said <while> it runs");
  }

  @Test
  void aLivePortThatIsTakenIsRefusedBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(meshgauge("run", "envoy", "--live=" + taken.getLocalPort())).isEqualTo(3);
    }
    assertThat(engine.asked).isEmpty();
    assertThat(err()).contains("the live view cannot listen on 127.0.0.1 port");
    assertThat(meshgauge("run", "envoy", "--live=70000")).isEqualTo(2);
    assertThat(meshgauge("run", "envoy", "--live=no")).isEqualTo(2);
    assertThat(engine.asked).isEmpty();
  }

  @Test
  void continueResumesAnInterruptedSessionAndStartsANewOneOtherwise() {
    engine.unfinished = folder.resolve("left");
    assertThat(meshgauge("run", "envoy", "--continue", "--keep-days=30")).isZero();
    assertThat(engine.asked).startsWith("unfinished envoy", "resume left").doesNotContain("forget");

    engine.asked.clear();
    engine.unfinished = null;
    assertThat(meshgauge("run", "envoy", "--continue", "--keep-days=30")).isZero();
    assertThat(engine.asked).startsWith("unfinished envoy", "forget", "./meshgauge run envoy");
    assertThat(engine.forgotten)
        .isBetween(
            Instant.now().minus(Duration.ofDays(31)), Instant.now().minus(Duration.ofDays(29)));

    engine.asked.clear();
    engine.meshes = Products.all();
    assertThat(
            meshgauge("run", "envoy", "--continue", "-Dplatform=kubernetes", "-Dkube.context=lab"))
        .isZero();
    assertThat(engine.asked).startsWith("await fate on lab", "down lab", "unfinished envoy");

    assertThat(meshgauge("run", "envoy", "--keep-days=0")).isEqualTo(2);
    assertThat(err()).contains("expected 1 or more");
  }

  private static String read(String address) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theCommandThatRepeatsARunIsWhatAShellTakes() throws IOException {
    Path file = Files.writeString(folder.resolve("my run.yaml"), "variants: [envoy]");

    meshgauge("run", file.toString(), "-Dplans=steady, stress");

    assertThat(engine.asked.get(0))
        .isEqualTo("./meshgauge run '%s' '-Dplans=steady, stress'".formatted(file));
  }

  @Test
  void notesAreSaidBeforeTheRun() throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), "variants: [envoy]");

    meshgauge("run", file.toString());

    assertThat(err()).contains("note: The baseline was not among the variants");
  }

  @Test
  void proveRunsTheArmsOnceWithoutWhatOnlyAComparisonNeeds() {
    meshgauge("prove", "envoy");

    Experiment proof = engine.ran;
    assertThat(proof.isProof()).isTrue();
    assertThat(proof.variants()).extracting(Variant::name).containsExactly("envoy");
    assertThat(proof.arms()).hasSize(1);
    assertThat(proof.slos()).isEmpty();
    assertThat(proof.protocol().rate()).hasValue(Protocol.PROOF_RATE);
    assertThat(proof.plans())
        .allMatch(it -> it.duration().equals(Plan.MIN_DURATION), "as short as a plan can be");
    assertThat(engine.asked).contains("./meshgauge prove envoy");

    meshgauge("prove", "baseline", "envoy", "--watch=10m");
    assertThat(engine.ran.variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy");
    assertThat(engine.ran.protocol().proof()).contains(Duration.ofMinutes(10));
    assertThat(meshgauge("prove", "envoy", "--watch=soon")).isEqualTo(2);
    assertThat(err()).contains("--watch is \"soon\"; expected a duration");
  }

  @Test
  void compareRunsTheMeshesNamedOrAllThatCanRun() {
    meshgauge("compare", "envoy");
    assertThat(engine.ran.variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy");

    meshgauge("compare");
    assertThat(engine.ran.variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy", "istio-mtls");
    assertThat(engine.asked).contains("./meshgauge compare envoy", "./meshgauge compare");
  }

  @Test
  void reportTakesTheRulesOfTheRunUnlessAFileIsGiven() throws IOException {
    Path session = Files.createDirectory(folder.resolve("session"));
    Path rules =
        Files.writeString(
            folder.resolve("rules.yaml"), "scoring: {weights: {tail: {response_p99: 1}}}");

    assertThat(meshgauge("report", session.toString())).isZero();
    assertThat(weights()).containsExactly("kept");

    assertThat(meshgauge("report", session.toString(), "--rules", rules.toString())).isZero();
    assertThat(weights()).containsExactly("tail");
  }

  @Test
  void reportRefusesAFolderThatIsNotThere() {
    assertThat(meshgauge("report", "nowhere")).isEqualTo(2);
    assertThat(err()).contains("nowhere is not a folder").contains("reports");
  }

  @Test
  void describeShowsAPlansOwnArrivalsAndWhatBecomesOfThem() throws IOException {
    Files.writeString(
        folder.resolve("visits.jmx"),
        """
        <jmeterTestPlan version="1.2"><hashTree><TestPlan testclass="TestPlan"/><hashTree>
        <OpenModelThreadGroup testclass="OpenModelThreadGroup" testname="visitors"><stringProp name="OpenModelThreadGroup.schedule">
        rate(20/s) random_arrivals(10 s) rate(60/s) random_arrivals(10 s)</stringProp></OpenModelThreadGroup><hashTree>
        <IfController testclass="IfController" testname="known"/><hashTree><JSR223Sampler testname="rest"/></hashTree></hashTree>
        </hashTree></hashTree></jmeterTestPlan>
        """);
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, "variants: [baseline]\nplans: [{name: visits, jmx: visits.jmx}]\n");

    assertThat(meshgauge("describe", file.toString())).as(err()).isZero();
    assertThat(out())
        .contains("plan visits, window 20 s", "rate 60.0 requests per second, poisson arrivals")
        .contains(
            "plan visits: an open model of its own, arrivals/s: 20 to 60 in 10 s, 60 for 10 s (poisson);")
        .contains("the plan decides whether it sends: rest (IfController \"known\", line 4)")
        .doesNotContain("closed loop");

    assertThat(meshgauge("describe", file.toString(), "-Drate=30", "-Dduration=10s")).isZero();
    assertThat(out())
        .contains("scaled to the rate above (its own highest is 60")
        .contains("stretched over the window (its own length is 20 s)");
  }

  @Test
  void describeShowsTheOrderTheRulesAndTheDurationAndStartsNothing() {
    assertThat(meshgauge("describe", "istio-mtls", "-Dseed=7")).isZero();

    assertThat(out())
        .contains("Experiment istio-mtls on local")
        .contains("mesh istio-mtls (model)")
        .contains("Application sample, of sample-services")
        .contains("plan steady sends to gateway")
        .containsPattern("checkout +30 % +POST /api/orders, expects 201")
        .contains("Order, drawn from seed 7")
        .containsPattern("replicate 1, steady: (\\S+), (\\S+), (\\S+)")
        .contains("response_p99 is above 250 ms")
        .contains("(one limit for all arms)")
        .contains("never: no stop: is set")
        .containsPattern("memory_system +1 point up to 512 MiB, none from 2048 MiB")
        .contains("a void run is repeated once")
        .contains("weights p99-heavy")
        .containsPattern("How long it takes: about \\d+ min")
        .containsPattern("\\d+ blocks of 3 arms under 1 plan, about ")
        .contains("started once for all of: baseline, istio-mtls, baseline-again")
        .contains("./meshgauge run istio-mtls -Dseed=7");
    assertThat(engine.asked).isEmpty();
  }

  @Test
  void doctorPrintsWhatIsMissingAndHowToGetIt() {
    engine.checks = List.of(Check.missing("envoy", "not found", "install it"));

    assertThat(meshgauge("doctor")).isEqualTo(3);

    assertThat(out())
        .containsPattern("missing +services")
        .contains("./mvnw package")
        .containsPattern("missing +envoy +not found")
        .contains("do: install it");
  }

  @Test
  void doctorPrintsAdviceOnlyWhereTheFindingDoesNotContainIt() {
    engine.checks = List.of(Check.missing("envoy", "not found: install it", ""));

    assertThat(meshgauge("doctor")).isEqualTo(3);

    assertThat(out()).containsPattern("missing +envoy +not found: install it\\R(?! +do:)");
  }

  @Test
  void anUnknownClusterIsReportedWithARemedy() {
    ClusterTarget target = new ClusterTarget("no-such-context", null, 1, "", "", false);

    List<Check> checks = new ArrayList<>();
    new Engine(new ProjectLayout(folder)).check(target, checks::add);

    assertThat(checks)
        .singleElement()
        .satisfies(
            check -> {
              assertThat(check.state()).isEqualTo(Check.State.MISSING);
              assertThat(check.found()).contains("no-such-context");
              assertThat(check.advice()).contains("kubectl config get-contexts");
            });
  }

  @Test
  void doctorAndDownGoToTheClusterThatIsNamed() {
    assertThat(meshgauge("doctor", "-Dkube.context=lab")).isEqualTo(3);
    assertThat(meshgauge("down", "-Dkube.context=lab")).isZero();
    assertThat(meshgauge("down", "-Dkube.context=lab", "--all")).isZero();

    assertThat(engine.asked).containsExactly("doctor of lab", "down lab", "down lab, all");
    assertThat(out()).contains("gone: meshgauge-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --no-such-option          | 2
          fly                           | 2
          run istio-mlts                | 2
          run envoy -Drte=5             | 2
          report                        | 2
          run linkerd                   | 3
          describe envoy -Dplatform=kubernetes | 2
          describe envoy -Dplatform=kubernetes -Dkube.context=lab | 3
          down                          | 2
          """)
  void mistakesAndMissingThingsHaveCodesOfTheirOwn(String line, int code) {
    assertThat(meshgauge(line.split(" "))).isEqualTo(code);
    assertThat(err()).isNotBlank().doesNotContain("\tat ");
    assertThat(engine.asked).isEmpty();
  }

  @Test
  void aSessionWhoseHarnessDiedIsResumedAndReportedByItsOwnRules() {
    meshgauge("run", "envoy");
    engine.asked.clear();

    assertThat(meshgauge("run", "--resume", "reports/runs/session")).isZero();
    assertThat(engine.asked).containsExactly("resume session", "rules of session", "read session");
    assertThat(out()).contains("THE TABLE");
  }

  @Test
  void aFailureIsPrintedAsAMessageAndItsTraceOnlyOnRequest() {
    engine.failure = new IllegalStateException("the gateway did not become ready");

    assertThat(meshgauge("run", "envoy")).isEqualTo(4);
    assertThat(err())
        .contains("meshgauge: the gateway did not become ready")
        .contains("--verbose")
        .doesNotContain("\tat ");

    assertThat(meshgauge("run", "envoy", "--verbose")).isEqualTo(4);
    assertThat(err()).contains("\tat io.meshgauge.cli.");
  }

  @Test
  void theEngineChoosesTheCodeOfItsFailures() {
    engine.failure = new EngineException(ExitCode.INTERRUPTED, "interrupted", null);

    assertThat(meshgauge("run", "envoy")).isEqualTo(130);
  }

  private List<String> weights() {
    return engine.reportedBy.weightSets().stream().map(WeightSet::name).toList();
  }
}
