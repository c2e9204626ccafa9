package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.terminal.PlainProgress;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.registry.ReportFormats;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Service;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real session with mutual TLS, tokens and a policy: no secret of it is in its archive, in the
 * logs of services and proxies, in its reports, or in what was printed.
 */
@Tag("serial")
@Tag("long")
class SecretsIT {
  @TempDir Path folder;
  private final Path home = Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath();
  private final Leaks leaks = new Leaks();

  @BeforeEach
  void findPrograms() throws IOException {
    EnvoyBinary.orSkip();
    Files.createSymbolicLink(folder.resolve("jmeter-plans"), home.resolve("jmeter-plans"));
  }

  @Test
  void noSecretOfARunRemains() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Path archive = run(new PrintStream(printed, true, StandardCharsets.UTF_8));

    Session session = RunArchive.open(archive).read();
    ReportFormats.writeAll(Report.of(session, SampleRules.rules()), archive);
    Files.write(folder.resolve("reports/printed.txt"), printed.toByteArray());

    assertThat(session.runs()).isNotEmpty();
    assertThat(session.runs())
        .as("runs that got as far as their window")
        .allMatch(run -> run.outcome() != Outcome.FAILED, "measured")
        .extracting(Run::trial)
        .anyMatch(trial -> trial.variant().mesh().equals("istio-mtls"));
    assertThat(session.integrity()).isEqualTo(Integrity.INTACT);
    assertThat(archive.resolve("trials")).isDirectoryRecursivelyContaining("glob:**.log");
    assertThat(leaks.known()).as("secrets that were looked for").isGreaterThan(20);
    assertThat(leaks.in(folder.resolve("reports"))).isEmpty();
  }

  private Path run(PrintStream printed) {
    Experiment experiment =
        new Experiment(
                "secrets",
                PlatformKind.LOCAL,
                List.of(
                    Variant.plain("baseline"),
                    new Variant("rbac", "istio-mtls", "rbac", "default", new TreeMap<>())),
                List.of(new Plan("steady", Plan.MIN_DURATION, new TreeMap<>())),
                new Protocol(1, OptionalDouble.of(20), "poisson", 200, 8, 1, false),
                List.of(),
                7)
            .of(SampleServices.APPLICATION);
    try {
      return new ExperimentRunner(
              new ProjectLayout(folder),
              () -> new Overheard(new LocalPlatform(home, Products.programs()), leaks),
              new PlainProgress(printed, InstantSource.system()))
          .run(experiment, Map.of(), "a test");
    } catch (CannotRunException e) {
      // A machine with other work has no run whose secrets could leak; the reason is in the result.
      assumeThat(e).hasMessageNotContaining("the session is refused");
      throw e;
    }
  }

  /** A platform whose deployments' key material is remembered, as it is deleted after each run. */
  private record Overheard(Platform platform, Leaks leaks) implements Platform {
    @Override
    public PlatformKind kind() {
      return platform.kind();
    }

    @Override
    public List<String> problems(Needs needs) {
      return platform.problems(needs);
    }

    @Override
    public Optional<String> preparation(Needs needs) {
      return platform.preparation(needs);
    }

    @Override
    public Optional<String> obtain(Needs needs) {
      return platform.obtain(needs);
    }

    @Override
    public Environment environment(List<Service> services) {
      return platform.environment(services);
    }

    @Override
    public Map<String, String> conditions() {
      return platform.conditions();
    }

    @Override
    public Deployment deploy(Order order) {
      try {
        leaks.know(order.identities());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return platform.deploy(order);
    }

    @Override
    public void close() {
      platform.close();
    }
  }
}
