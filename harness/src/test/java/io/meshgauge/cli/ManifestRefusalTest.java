package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.SharedFiles;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.run.session.ProjectLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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

  private Experiment experiment(String name) {
    Path file = SharedFiles.at("cases/k8s/%s/experiment.yaml".formatted(name));
    return new Configuration(HOME, engine.meshes()).file(file, Overrides.NONE).experiment();
  }
}
