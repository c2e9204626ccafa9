package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.terminal.Terminal;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/**
 * The CronJob of k8s/soak passes arguments the harness accepts, and has no more rights than it
 * needs.
 */
class SoakJobTest {
  private static final Path HOME = Path.of("..");

  @TempDir Path folder;

  @Test
  void itsCommandLineIsAccepted() throws IOException {
    RunVerb verb =
        new RunVerb(
            new CliContext(
                folder, new FakeEngine(), nowhere(), nowhere(), Terminal.PLAIN, Overrides.NONE));
    List<String> arguments = arguments();

    assertThat(arguments).startsWith("run");
    CommandLine.ParseResult parsed =
        new CommandLine(verb)
            .parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));

    assertThat(parsed.<Integer>matchedOptionValue("--live", null)).isEqualTo(9464);
    assertThat(parsed.hasMatchedOption("--continue")).isTrue();
    assertThat(parsed.matchedPositionals()).hasSize(1);
  }

  @Test
  void itsExperimentIsASoakOnTheClusterItIsIn() throws IOException {
    Map<String, String> settings = new TreeMap<>();
    for (String argument : arguments()) {
      if (argument.startsWith("-D")) {
        String[] parts = argument.substring(2).split("=", 2);
        settings.put(parts[0], parts[1]);
      }
    }
    Object text = at(documents("experiment.yaml").get(0), "data", "soak.yaml");
    Path file = Files.writeString(folder.resolve("soak.yaml"), String.valueOf(text));

    ExperimentFile read =
        new Configuration(HOME, Products.all())
            .fileOrProfile(file.toString(), new Overrides(new TreeMap<>(settings)));

    assertThat(read.experiment().plans()).allMatch(plan -> plan.isSoak()).hasSize(1);
    assertThat(read.experiment().onCluster().orElseThrow().context()).isEqualTo("in-cluster");
  }

  @Test
  void itsPodHasNoMoreRightsThanItNeeds() throws IOException {
    Object job = documents("cronjob.yaml").get(0);
    assertThat(at(job, "spec", "concurrencyPolicy")).isEqualTo("Forbid");
    Object pod = pod();
    assertThat(at(pod, "serviceAccountName")).isEqualTo("soak");
    assertThat(at(pod, "restartPolicy")).isEqualTo("Never");
    assertThat(at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
    assertThat(at(pod, "securityContext", "seccompProfile", "type")).isEqualTo("RuntimeDefault");
    Object container = ((List<?>) at(pod, "containers")).get(0);
    assertThat(at(container, "securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
    assertThat(at(container, "securityContext", "allowPrivilegeEscalation")).isEqualTo(false);
    assertThat(at(container, "securityContext", "capabilities", "drop")).isEqualTo(List.of("ALL"));
    assertThat(container.toString()).contains("secretKeyRef").contains("MESHGAUGE_WEBHOOK");
    assertThat(at(documents("account.yaml").get(2), "roleRef", "name")).isEqualTo("meshgauge");
    assertThat(documents("account.yaml").get(2).toString()).contains("name=soak");
  }

  private static List<String> arguments() throws IOException {
    List<String> arguments = new ArrayList<>();
    ((List<?>) at(((List<?>) at(pod(), "containers")).get(0), "args"))
        .forEach(it -> arguments.add(String.valueOf(it)));
    return arguments;
  }

  private static Object pod() throws IOException {
    return at(documents("cronjob.yaml").get(0), "spec", "jobTemplate", "spec", "template", "spec");
  }

  private static Object at(Object tree, String... path) {
    Object found = tree;
    for (String key : path) {
      assertThat(found).as("%s of %s", key, found).isInstanceOf(Map.class);
      found = ((Map<?, ?>) found).get(key);
    }
    return found;
  }

  private static List<Object> documents(String file) throws IOException {
    List<Object> documents = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(Files.readString(HOME.resolve("k8s/soak").resolve(file)))
        .forEach(documents::add);
    return documents;
  }

  private static PrintStream nowhere() {
    return new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
