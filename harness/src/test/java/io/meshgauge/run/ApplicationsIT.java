package io.meshgauge.run;

import static io.meshgauge.run.ExampleRuns.assertVerified;
import static io.meshgauge.run.ExampleRuns.claimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.opentest4j.TestAbortedException;

/**
 * The applications of {@code examples/} for ten seconds each, as their files describe them. Other
 * work on the machine voids the figures, and changes nothing of what is counted here.
 */
@Execution(ExecutionMode.CONCURRENT)
class ApplicationsIT {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();
  private static final int RATE = 60;

  @TempDir Path folder;

  @Test
  void fortioIsAnApplicationOfOneHop() {
    EnvoyBinary.orSkip();
    Experiment fortio = experiment(HOME.resolve("examples/fortio"));

    Run baseline = run(fortio, Variant.plain("baseline"));
    assertVerified(baseline);
    assertThat(baseline.measuredLoad().orElseThrow().labels())
        .singleElement()
        .satisfies(
            echo -> {
              assertThat(echo.label()).isEqualTo("echo");
              assertThat(echo.status()).isEqualTo(Map.of("200", echo.sent()));
            });
    assertThat(baseline.evidence())
        .filteredOn(it -> it.verdict() == Verdict.NOT_CLAIMED)
        .singleElement()
        .satisfies(it -> assertThat(it.subject()).isEqualTo("requests that must be refused"));

    Run mtls = run(fortio, Variant.plain("istio-mtls"));
    assertVerified(mtls);
    assertThat(claimed(mtls, Promise.ENCRYPTION)).containsExactly("load → fortio");
    assertThat(claimed(mtls, Promise.TRAVERSAL))
        .containsExactly("load → fortio, client's side", "load → fortio, server's side");
  }

  @Test
  void aShopInTwoLanguagesIsProvenOnEveryHop() {
    EnvoyBinary.orSkip();
    Experiment cart = experiment(HOME.resolve("examples/cart"));

    Run mtls = run(cart, Variant.plain("istio-mtls"));
    assertVerified(mtls);
    assertThat(claimed(mtls, Promise.ENCRYPTION))
        .containsExactlyInAnyOrder("load → web", "web → prices", "prices → redis");
    assertThat(claimed(mtls, Promise.PLAINTEXT_PROBE))
        .containsExactlyInAnyOrder("load → web", "web → prices", "prices → redis");
    assertThat(claimed(mtls, Promise.TRAVERSAL))
        .contains("web → prices, client's side", "prices → redis, server's side");
    assertThat(claimed(mtls, Promise.DENIAL)).contains("admin");
    assertThat(mtls.measuredLoad().orElseThrow().labels())
        .extracting(LabelResult::label)
        .containsExactlyInAnyOrder("admin", "cart", "items");
    assertThat(mtls.measuredLoad().orElseThrow().failed()).isZero();
  }

  @Test
  void serviceThatPollsIsProvenThoughNothingCallsIt() {
    EnvoyBinary.orSkip();
    Path resources = HOME.resolve("harness/src/test/resources/io/meshgauge/run");
    Experiment consumer = experiment(resources.resolve("consumer"));

    assertVerified(run(consumer, Variant.plain("baseline")));
    Run mtls = run(consumer, Variant.plain("istio-mtls"));

    assertVerified(mtls);
    assertThat(claimed(mtls, Promise.ENCRYPTION))
        .containsExactlyInAnyOrder("load → web", "web → queue, worker → queue");
    assertThat(claimed(mtls, Promise.TRAVERSAL))
        .contains("worker → queue, client's side", "web → queue, worker → queue, server's side");
    assertThat(mtls.observations().resources())
        .anyMatch(it -> it.container().equals("worker") && it.cpuSeconds() > 0);
  }

  @Test
  void aHopThatIsPlaintextOnPurposeIsFound() {
    EnvoyBinary.orSkip();
    Experiment cart = experiment(HOME.resolve("examples/cart"));

    for (String hop : List.of("prices", "redis")) {
      Run broken =
          run(cart, Variant.plain("istio-mtls").with("fault", "plaintext-listener:" + hop));
      assertThat(broken.outcome()).as(hop).isEqualTo(Outcome.UNVERIFIED);
      assertThat(broken.evidence())
          .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
          .as("evidence against " + hop)
          .isNotEmpty()
          .allMatch(it -> it.subject().contains("→ " + hop))
          .extracting(Evidence::promise)
          .contains(Promise.ENCRYPTION, Promise.PLAINTEXT_PROBE);
    }
  }

  @Test
  void callsThatAreDeclaredAndNotMadeAreFoundWithBothNumbers() throws IOException {
    EnvoyBinary.orSkip();
    Path copy = ExampleRuns.copy(HOME.resolve("examples/cart"), folder);
    Path file = copy.resolve("application.yaml");
    String text = Files.readString(file);
    Files.writeString(file, text.replace("per-request: 1", "per-request: 2"));
    assertThat(Files.readString(file)).isNotEqualTo(text);

    Run run = run(experiment(copy), Variant.plain("istio-plaintext"));

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(run.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("web → prices, client's side");
              assertThat(it.expected()).matches("\\d+ requests: 2.0 for every cart, items");
              assertThat(it.observed()).matches("\\d+ requests");
            });
  }

  private Experiment experiment(Path of) {
    Experiment read =
        new Configuration(HOME, Products.all())
            .file(of.resolve("experiment.yaml"), Overrides.NONE)
            .experiment();
    try (LocalPlatform platform = new LocalPlatform(HOME, Products.programs())) {
      List<String> problems =
          platform.problems(new Needs(Set.of(), List.of(), 1, read.application().services()));
      if (!problems.isEmpty()) {
        throw new TestAbortedException(String.join("; ", problems));
      }
    }
    return read;
  }

  private Run run(Experiment of, Variant variant) {
    return ExampleRuns.run(folder, of.application(), variant, RATE);
  }
}
