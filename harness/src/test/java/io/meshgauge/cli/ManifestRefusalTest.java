package io.meshgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.SharedFiles;
import io.meshgauge.cli.application.ObjectsText;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.yaml.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code describe} and {@code run} refuse before any cluster is asked. */
class ManifestRefusalTest {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();

  private final Engine engine = new Engine(new ProjectLayout(HOME));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"short-address | db.prod", "two-workloads | also selects the pods of reviews-v2"})
  void manifestsThatCannotBeDeployedAreBadInput(String name, String reason) {
    Experiment refused = experiment(name);

    assertThatThrownBy(() -> engine.refuseManifests(refused))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(reason)
        .extracting(it -> ((EngineException) it).exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void kustomizationOfEveryNameIsRead() {
    Experiment accepted = experiment("kust-yml");

    assertThatCode(() -> engine.refuseManifests(accepted)).doesNotThrowAnyException();
  }

  @Test
  void consumerThatNothingCallsIsDeclaredByOneKey(@TempDir Path folder) throws IOException {
    Path written = SharedFiles.at("cases/k8s/consumer/application.yaml");
    assertThatThrownBy(() -> experiment("consumer"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the service worker is never called")
        .hasMessageContaining("write called: never");
    for (String name : List.of("deploy.yaml", "experiment.yaml")) {
      Files.copy(written.resolveSibling(name), folder.resolve(name));
    }
    Files.writeString(
        folder.resolve("application.yaml"),
        Files.readString(written).replace("worker: {", "worker: {called: never, "));

    Experiment accepted = experiment(folder.resolve("experiment.yaml"));

    assertThatCode(() -> engine.refuseManifests(accepted)).doesNotThrowAnyException();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    new ObjectsText(accepted, HOME, engine.meshes()).print(new PrintStream(text, true, UTF_8));
    assertThat(text.toString(UTF_8))
        .containsPattern("Deployment +queue, web, worker")
        .containsPattern("AuthorizationPolicy +queue, web\\n");
  }

  private Experiment experiment(String name) {
    return experiment(SharedFiles.at("cases/k8s/%s/experiment.yaml".formatted(name)));
  }

  private Experiment experiment(Path file) {
    return new Configuration(HOME, engine.meshes()).file(file, Overrides.NONE).experiment();
  }
}
