package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.cli.terminal.Terminal;
import io.meshgauge.config.Overrides;
import io.meshgauge.product.registry.Products;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a user sees who looks for something: help, lists, answers to mistakes. */
class UsageTest extends CommandCase {
  @Test
  void listFitsATerminal() {
    engine.meshes = Products.all();

    assertThat(meshgauge(new Terminal(true, false, false, 80), "list")).isZero();

    assertThat(out())
        .containsPattern("linkerd +- +real +Linkerd")
        .containsPattern("istio-mtls +model +real +Istio sidecar, mTLS")
        .contains("compare, soak, known-amounts", "steady, stress", "response_p99");
    assertThat(out().lines()).hasSizeLessThan(45).allMatch(line -> line.length() <= 80);
  }

  @Test
  void listOfANameHasItsDetails() {
    engine.meshes = Products.all();

    assertThat(meshgauge(new Terminal(true, false, false, 80), "list", "istio-mtls")).isZero();
    assertThat(out())
        .contains("Mesh istio-mtls", "Istio's sidecar rebuilt from upstream Envoy")
        .containsPattern("policy: rbac +L K")
        .contains("kubernetes: policy 'abac-external' on mesh istio-mtls")
        .doesNotContain("linkerd");
    assertThat(out().lines()).allMatch(line -> line.length() <= 80);

    assertThat(meshgauge("list", "response_p99")).isZero();
    assertThat(out()).contains("Metric response_p99").contains("[ms]");
    assertThat(meshgauge("list", "istio-mlts")).isEqualTo(2);
    assertThat(err()).contains("there is no \"istio-mlts\"", "did you mean \"istio-mtls\"?");
  }

  @Test
  void whatIsListedIsAlsoJson() {
    engine.meshes = Products.all();
    engine.checks = List.of(Check.missing("envoy", "not found", "install it"));

    JsonNode list = json(0, "list", "--json");
    assertThat(list.at("/meshes/2/name").asString()).isEqualTo("istio-mtls");
    assertThat(list.at("/meshes/2/platforms/local/fidelity").asString()).isEqualTo("model");
    assertThat(list.get("plans").toString()).contains("\"steady\"");

    JsonNode described = json(0, "describe", "istio-mtls", "-Drate=50", "--json");
    assertThat(described.at("/experiment/rate").asDouble()).isEqualTo(50);
    assertThat(described.at("/arms/1/fidelity").asString()).isEqualTo("model");
    assertThat(described.at("/plans/0/duration").asDouble()).isEqualTo(12);
    assertThat(described.at("/slos/response_p99").asDouble()).isEqualTo(0.25);
    assertThat(described.get("duration").asDouble()).isGreaterThan(60);

    JsonNode checked = json(3, "doctor", "--json");
    assertThat(checked.get("ready").asBoolean()).isFalse();
    assertThat(checked.get("checks").toString())
        .contains("{\"state\":\"missing\",\"subject\":\"envoy\"");
  }

  private JsonNode json(int code, String... arguments) {
    assertThat(meshgauge(arguments)).isEqualTo(code);
    return new JsonMapper().readTree(out());
  }

  @Test
  void listPrintsTheManualOfTheFile() {
    meshgauge("list", "--defaults");

    assertThat(out()).startsWith("# Every key of an experiment file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rnu                     | there is no verb "rnu"         | did you mean "run"?       | ./meshgauge --help
          descirbe envoy          | there is no verb "descirbe"    | did you mean "describe"?  | ./meshgauge --help
          plan convrt shop.jmx    | plan has no verb "convrt"      | did you mean "convert"?   | ./meshgauge plan --help
          run envoy --contineu    | run has no option "--contineu" | did you mean "--continue"? | ./meshgauge run --help
          run envoy --keep-day=3  | run has no option "--keep-day=3" | did you mean "--keep-days"? | ./meshgauge run --help
          run envoy istio-mtls    | takes no argument "istio-mtls" | expected: run FILE | ./meshgauge run --help
          report                  | report needs DIR               | Folders in reports/runs  | ./meshgauge report --help
          run evnoy               | no profile and no file "evnoy" | did you mean "envoy"?     | list
          """)
  void aMisspeltNameIsAnsweredWithTheOneThatWasMeant(
      String line, String what, String meant, String help) {
    assertThat(meshgauge(line.split(" "))).isEqualTo(2);

    assertThat(err()).contains(what, meant).doesNotContain("Usage:");
    if (!help.equals("list")) {
      assertThat(err()).contains("help: " + help);
    }
    assertThat(err().lines().count()).isLessThan(6);
    assertThat(engine.asked).isEmpty();
  }

  @Test
  void withoutAVerbHelpIsShownAsAnError() {
    assertThat(meshgauge()).isEqualTo(2);
    assertThat(err()).contains("Usage: meshgauge").contains("describe").contains("doctor");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"run", "compare", "report", "trend", "accept", "list", "describe", "doctor"})
  void everyVerbExplainsItselfAndItsExitCodes(String verb) {
    assertThat(meshgauge(verb, "--help")).isZero();

    assertThat(out()).contains("Usage: meshgauge " + verb).contains("Exit codes:");
    for (ExitCode code : ExitCode.values()) {
      assertThat(out())
          .containsPattern("\\b" + code.code() + " +" + code.meaning().replaceFirst(":.*", ""));
    }
  }

  @Test
  void helpNamesEveryOverride() {
    meshgauge("run", "--help");

    String help = out().replaceAll("-\\s+", "-");
    assertThat(help).contains("PROGRAM-image");
    assertThat(Overrides.names())
        .filteredOn(name -> !name.endsWith("-image"))
        .allSatisfy(name -> assertThat(help).contains(name.replaceFirst("^kube\\.", "")));
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 120})
  void helpFitsItsColumns(int columns) {
    for (String verb : verbs()) {
      assertThat(meshgauge(new Terminal(true, false, false, columns), verb, "--help")).isZero();
    }

    assertThat(out().lines()).allMatch(line -> line.length() <= columns);
  }

  /** A description that breaks its lines itself is broken again in a narrow terminal. */
  @Test
  void descriptionsAreBrokenIntoLinesByTheTerminalOnly() {
    String narrow = help(80);
    String wide = help(120);

    assertThat(narrow.replaceAll("\\s", "")).isEqualTo(wide.replaceAll("\\s", ""));
    List<String> lines = wide.lines().toList();
    for (int i = 0; i + 1 < lines.size(); i++) {
      String line = lines.get(i);
      String next = lines.get(i + 1);
      String word = next.strip().split("(?<=[-. ])")[0].strip();
      boolean continued = !line.endsWith(".") && next.matches(" {20,}[^ -].*");
      boolean full = line.length() + 1 + word.length() > 115;
      assertThat(!continued || full || line.matches(" *--[^ ]+")).as(line).isTrue();
    }
  }

  private String help(int columns) {
    meshgauge(new Terminal(true, false, false, columns), "run", "--help");
    String text = out();
    return text.substring(text.indexOf("Run an"), text.indexOf("Exit codes"));
  }

  private static List<String> verbs() {
    return List.of(
        "init",
        "run",
        "compare",
        "report",
        "list",
        "describe",
        "predict",
        "plan",
        "study",
        "application",
        "doctor",
        "down",
        "completion");
  }

  @Test
  void completionHasVerbsOptionsAndNames() throws Exception {
    assertThat(meshgauge("completion", "fish")).isEqualTo(2);
    assertThat(err()).contains("expected bash or zsh");
    assertThat(meshgauge("completion", "zsh")).isZero();
    assertThat(out()).contains("bashcompinit", "--keep-days", "istio-mtls", "known-amounts");

    Path script = Files.writeString(folder.resolve("completion"), out());
    assumeTrue(Files.exists(Path.of("/bin/bash")));
    assertThat(completed(script, "desc")).isEqualTo("describe");
    assertThat(completed(script, "describe known")).isEqualTo("known-amounts");
    assertThat(completed(script, "run --resu")).isEqualTo("--resume");
    assertThat(completed(script, "run --language u")).isEqualTo("uk");
  }

  /** What bash makes of a word, by the script. */
  private static String completed(Path script, String typed) throws Exception {
    String words = "source '%s'; COMP_WORDS=(meshgauge %s); COMP_CWORD=%d; ";
    String run = "_complete_meshgauge 2>/dev/null; echo \"${COMPREPLY[*]}\"";
    Process bash =
        new ProcessBuilder(
                "/bin/bash", "-c", words.formatted(script, typed, typed.split(" ").length) + run)
            .redirectErrorStream(true)
            .start();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(printed).isZero();
    return printed.strip();
  }
}
