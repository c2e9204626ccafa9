package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.cli.terminal.Terminal;
import io.meshgauge.config.Overrides;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.json.JsonMapper;

/** Verbs and options in tutorials and in the files for pipelines exist; nothing is started. */
class DocumentedCommandsTest extends CommandCase {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final Path PIPELINES = HOME.resolve("docs/ci");
  private static final Path GITLAB = PIPELINES.resolve("gitlab-ci.yml");

  @Test
  void everyTutorialIsRun() throws IOException {
    assertThat(Tutorial.files()).containsExactlyInAnyOrderElementsOf(Tutorial.NAMES);
    assertThat(Tutorial.all())
        .allSatisfy(it -> assertThat(it.blocks()).anyMatch(block -> block.run().isPresent()));
  }

  @TestFactory
  Stream<DynamicTest> commandsOfTutorialsExist() throws IOException {
    return Tutorial.all().stream()
        .flatMap(tutorial -> tutorial.blocks().stream())
        .map(block -> dynamicTest(block.place(), () -> block.commands().forEach(this::check)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"github-actions.yml", "gitlab-ci.yml"})
  void commandsOfPipelinesExist(String file) throws IOException {
    List<List<String>> commands = new ArrayList<>();
    texts(yaml(PIPELINES.resolve(file))).forEach(text -> commands.addAll(Tutorial.commands(text)));

    assertThat(commands)
        .anyMatch(it -> it.contains("--summary") && it.contains("--fail-on"))
        .allSatisfy(this::check);
  }

  @Test
  void thePipelineOfGitLabKeepsToItsSchema() throws IOException {
    String pipeline = JsonMapper.shared().writeValueAsString(yaml(GITLAB));

    assertThat(schema().validate(pipeline, InputFormat.JSON)).isEmpty();
    assertThat(schema().validate(pipeline.replace("\"script\"", "\"scripts\""), InputFormat.JSON))
        .as("what the schema does not know")
        .isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./meshgauge ran istio-mtls",
        "./meshgauge run istio-mtls --summery x",
        "./meshgauge run istio-mtls -Drates=5",
        "./mvnw verify -Pistio-mtsl",
        "./mvnw verify -Pistio-mtls -Drates=5"
      })
  void whatDoesNotExistIsFound(String command) {
    assertThatThrownBy(() -> Tutorial.commands(command).forEach(this::check))
        .isInstanceOfAny(AssertionError.class, UnmatchedArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cd x && ./meshgauge list", "A=b ./mvnw verify"})
  void whatCannotBeFoundIsRefused(String text) {
    assertThatThrownBy(() -> Tutorial.commands(text)).hasMessageContaining("begin its line");
  }

  private void check(List<String> words) {
    List<String> arguments = words.subList(1, words.size());
    if (words.get(0).equals("./mvnw")) {
      checkBuild(arguments);
      return;
    }
    CommandLine line = Meshgauge.commandLine(context(Terminal.PLAIN));
    ParseResult parsed = line.parseArgs(arguments.toArray(String[]::new));
    assertThat(parsed.hasSubcommand()).as("a verb in %s", words).isTrue();
    Map<String, String> settings = parsed.subcommand().matchedOptionValue("-D", Map.of());
    checkSettings(settings.keySet(), Set.of());
  }

  /** The wrapper itself knows the profiles. */
  private static void checkBuild(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "mvnw", "--version"));
    Set<String> settings = new HashSet<>();
    for (String argument : arguments) {
      if (argument.startsWith("-P")) {
        command.add(argument);
      } else if (argument.startsWith("-D")) {
        settings.add(argument.substring(2).replaceFirst("=.*", ""));
      }
    }
    checkSettings(settings, Set.of("skipUnitTests", "skipImages"));
    try {
      Process process =
          new ProcessBuilder(command).directory(HOME.toFile()).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(output).contains("Apache Maven").doesNotContain("no POM here");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void checkSettings(Collection<String> names, Set<String> others) {
    assertThat(names)
        .allMatch(
            it -> Overrides.names().contains(it) || it.startsWith("slo.") || others.contains(it));
  }

  private static Object yaml(Path file) throws IOException {
    return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
  }

  /** All texts of a tree. */
  private static Stream<String> texts(Object tree) {
    if (tree instanceof Map<?, ?> map) {
      return map.values().stream().flatMap(DocumentedCommandsTest::texts);
    }
    if (tree instanceof List<?> list) {
      return list.stream().flatMap(DocumentedCommandsTest::texts);
    }
    return tree instanceof String text ? Stream.of(text) : Stream.empty();
  }

  private static Schema schema() throws IOException {
    try (InputStream in =
        DocumentedCommandsTest.class.getResourceAsStream("gitlab-ci.schema.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
