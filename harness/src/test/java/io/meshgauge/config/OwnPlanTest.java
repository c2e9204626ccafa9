package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.config.jmx.JmxConverter;
import io.meshgauge.config.jmx.JmxDocument;
import io.meshgauge.experiment.Plan;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user's own JMeter plan in an experiment file. */
class OwnPlanTest extends OwnPlanFiles {
  @Test
  void planIsReadWithItsFiles() throws IOException {
    Plan plan =
        read("{%s, jtl: true, duration: 20s, properties: {failure-rate: '0.1'}}".formatted(SHOP));

    assertThat(plan.name()).isEqualTo("shop");
    assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(20));
    assertThat(plan.properties()).isEqualTo(Map.of("failure-rate", "0.1"));
    Plan.OwnFile own = plan.own().orElseThrow();
    assertThat(own.jmx()).isEqualTo(mine.resolve("shop.jmx").toString());
    assertThat(own.data()).containsExactly("users.csv");
    assertThat(own.target()).contains("shop.example.com");
    assertThat(own.jtl()).isTrue();
    assertThat(plan.isClosedLoop()).isTrue();
    assertThat(plan.hasRate()).isFalse();
    assertThat(plan.isSteady()).isFalse();
    assertThat(plan.caveat().orElseThrow()).contains("coordinated omission", "is a result here");
  }

  @Test
  void optionSelectsItByName() throws IOException {
    Path file = file("{%s}".formatted(SHOP));
    Overrides overrides = new Overrides(new TreeMap<>(Map.of("plans", "shop")));
    assertThat(configuration.file(file, overrides).experiment().plans())
        .singleElement()
        .satisfies(it -> assertThat(it.own()).isPresent());
  }

  @Test
  void everySamplerToAnotherHostIsAProblemWithItsLine() throws IOException {
    assertRefused(
        "{name: shop, jmx: shop.jmx}",
        "shop.jmx:76:1: the sampler \"login\" would send to shop.example.com",
        "the same is true of 2 more, in lines 106, 142",
        "write target: shop.example.com behind the plan's jmx:");
  }

  @Test
  void otherPortThanThatOfTheTargetIsAnotherAddress() throws IOException {
    change(
        "<stringProp name=\"HTTPSampler.domain\">shop.example.com</stringProp>",
        "<stringProp name=\"HTTPSampler.domain\">shop.example.com</stringProp><stringProp name=\"HTTPSampler.port\">9000</stringProp>");
    assertRefused(
        "{name: shop, jmx: shop.jmx, target: 'shop.example.com:8080'}",
        "\"stock\" would send to shop.example.com:9000");
  }

  @Test
  void proxyOfASamplerIsAnotherAddress() throws IOException {
    change(
        "<stringProp name=\"HTTPSampler.domain\">shop.example.com</stringProp>",
        "<stringProp name=\"HTTPSampler.domain\">shop.example.com</stringProp><stringProp name=\"HTTPSampler.proxyHost\">proxy.example.com</stringProp>");
    assertRefused(
        "{%s}".formatted(SHOP), "\"stock\" would send through the proxy proxy.example.com");
  }

  @Test
  void modulesAreCheckedWhereTheyRunAndTheirLabelsAreExpected() throws IOException {
    Files.writeString(mine.resolve("shop.jmx"), MODULES.formatted("steps", "partner.example.com"));
    assertRefused(
        "{%s}".formatted(SHOP), "the sampler \"in-module\" would send to partner.example.com");

    Files.writeString(mine.resolve("shop.jmx"), MODULES.formatted("steps", "shop.example.com"));
    Plan.OwnFile own = read("{%s}".formatted(SHOP)).own().orElseThrow();
    assertThat(own.labels()).isEqualTo(Map.of("in-module", "IfController \"sometimes\", line 5"));
    assertThat(own.unsent(List.of()))
        .containsExactly("in-module (IfController \"sometimes\", line 5)");
    assertThat(own.unsent(List.of("in-module"))).isEmpty();
  }

  @Test
  void moduleThatLeadsNowhereIsAProblemWithItsLine() throws IOException {
    Files.writeString(mine.resolve("shop.jmx"), MODULES.formatted("gone", "shop.example.com"));
    assertRefused(
        "{%s}".formatted(SHOP),
        "shop.jmx:6:1: the Module Controller \"call\" runs plan > frag > gone, which is not in the plan");
  }

  private static final String MODULES =
      """
      <jmeterTestPlan version="1.2"><hashTree>
      <TestPlan testclass="TestPlan" testname="plan"/><hashTree>
      <ThreadGroup testclass="ThreadGroup" testname="group"><stringProp name="ThreadGroup.num_threads">1</stringProp>
      <elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">-1</stringProp></elementProp></ThreadGroup><hashTree>
      <IfController testclass="IfController" testname="sometimes"/><hashTree>
      <ModuleController testclass="ModuleController" testname="call"><collectionProp name="ModuleController.node_path">
      <stringProp name="0">WorkBench</stringProp><stringProp name="1">plan</stringProp><stringProp name="2">frag</stringProp><stringProp name="3">%s</stringProp>
      </collectionProp></ModuleController><hashTree/></hashTree></hashTree>
      <TestFragmentController testclass="TestFragmentController" testname="frag" enabled="false"/><hashTree>
      <GenericController testclass="GenericController" testname="steps"/><hashTree>
      <HTTPSamplerProxy testclass="HTTPSamplerProxy" testname="in-module"><stringProp name="HTTPSampler.domain">%s</stringProp></HTTPSamplerProxy>
      <hashTree/></hashTree></hashTree></hashTree></hashTree></jmeterTestPlan>
      """;

  @Test
  void allProblemsOfAPlanAreReportedAtOnce() throws IOException {
    change("users.csv", "no-such.csv");
    change(
        "shop.example.com</stringProp>\n          <stringProp name=\"HTTPSampler.path\">/stock",
        "partner.example.com</stringProp>\n          <stringProp name=\"HTTPSampler.path\">/stock");
    change(
        "<ConstantTimer guiclass=\"ConstantTimerGui\" testclass=\"ConstantTimer\"",
        "<org.example.PaceTimer guiclass=\"ConstantTimerGui\" testclass=\"org.example.PaceTimer\"");
    change("</ConstantTimer>", "</org.example.PaceTimer>");
    worker("org.example.Other");
    assertRefused(
        "{%s}".formatted(SHOP),
        "reads the file \"no-such.csv\", which does not exist",
        "\"stock\" would send to partner.example.com",
        "shop.jmx:101:1: the element \"think\" has the class org.example.PaceTimer, which the load worker does not have",
        "put the plugin's jar, and the jars it needs, into a folder and name it with plugins: DIR");
  }

  /**
   * A class of JMeter whose own needs are absent fails only when the load worker reads the plan.
   */
  @Test
  void partWhoseClassNeedsAnAbsentOneIsNamed() throws IOException {
    change(
        "<CSVDataSet ",
        "<Uploads><elementProp name='files' elementType='org.apache.jmeter.http.Files'/></Uploads><hashTree/><CSVDataSet ");
    worker("org.apache.jmeter.testelement.TestPlan");
    try (InputStream needs = Plan.class.getResourceAsStream("Plan.class")) {
      Files.createDirectories(folder.resolve("jmeter-plans/target/worker/stock"));
      zip(
          folder.resolve("jmeter-plans/target/worker/stock/http.jar"),
          Map.of(
              "Uploads.class",
              new byte[0],
              "org/apache/jmeter/http/Files.class",
              needs.readAllBytes()));
    }
    assertRefused(
        "{%s}".formatted(SHOP),
        "has the class org.apache.jmeter.http.Files, which needs io.meshgauge.",
        ", which the load worker does not have");
  }

  @Test
  void pluginOfTheFolderIsKnown() throws IOException {
    change(
        "<ConstantTimer guiclass=\"ConstantTimerGui\" testclass=\"ConstantTimer\"",
        "<org.example.PaceTimer guiclass=\"ConstantTimerGui\" testclass=\"org.example.PaceTimer\"");
    change("</ConstantTimer>", "</org.example.PaceTimer>");
    worker("org.example.Other");
    jar(
        Files.createDirectories(mine.resolve("plugins")).resolve("pace.jar"),
        Map.of("org/example/PaceTimer.class", ""));
    assertThatThrownBy(() -> read("{%s, plugins: plugins}".formatted(SHOP)))
        .isInstanceOf(InvalidInputException.class)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("PaceTimer"));
  }

  @Test
  void planWithAnOpenLoopGroupHasARate() throws IOException {
    Files.writeString(
        mine.resolve("shop.jmx"),
        JmxConverter.convert(JmxDocument.read(mine.resolve("shop.jmx"))).text());
    Plan plan = read("{%s}".formatted(SHOP));
    assertThat(plan.isClosedLoop()).isFalse();
    assertThat(plan.hasRate()).isTrue();
    assertThat(plan.caveat()).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: shop, jmx: none.jmx} | there is no file",
        "{name: steady, jmx: shop.jmx} | cannot be the name of your own plan",
        "{name: steady, target: a} | target: without jmx:",
        "{name: shop, jmx: shop.jmx, target: 'http://a/'} | write host or host:port",
        "{name: shop, jmx: users.csv} | not XML that can be read",
        "{name: shop, jmx: shop.jmx, target: shop.example.com, plugins: nowhere} | has no jars",
        "{name: other} | or a plan of your own with name: and jmx:",
      })
  void wrongEntriesAreRefused(String entry, String message) throws IOException {
    assertRefused(entry, message);
  }

  @Test
  void planWithoutAnEnabledThreadGroupIsRefused() throws IOException {
    change("testname=\"shoppers\"", "testname=\"shoppers\" enabled=\"false\"");
    assertRefused("{%s}".formatted(SHOP), "the plan has no enabled thread group");
  }

  @Test
  void documentTypeIsRefused() throws IOException {
    change(
        "<jmeterTestPlan",
        "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><jmeterTestPlan");
    assertRefused("{%s}".formatted(SHOP), "shop.jmx:2:", "without a document type");
  }

  @Test
  void severalWorkersAreRefusedInAClosedLoop() throws IOException {
    Path file = file("{%s}".formatted(SHOP));
    Files.writeString(
        file, Files.readString(file) + "\nprotocol: {load-workers: 2, replicates: 3}");
    assertThatThrownBy(() -> configuration.file(file, Overrides.NONE))
        .hasMessageContaining("each worker would run all threads of the plan");
  }

  @Test
  void onAClusterThePlanMustFitIntoAConfigMap() throws IOException {
    Files.writeString(mine.resolve("users.csv"), "user,answer\n" + "ann,accepted\n".repeat(70_000));
    Path file = file("{%s}".formatted(SHOP));
    Files.writeString(
        file, Files.readString(file) + "\nplatform: kubernetes\nkubernetes: {context: lab}\n");
    assertThatThrownBy(() -> configuration.file(file, Overrides.NONE))
        .hasMessageContaining("at most 1 MiB, which is the limit of Kubernetes")
        .hasMessageContaining("shorten the CSV files");
  }

  @Test
  void onAClusterFilesMustBeBelowThePlan() throws IOException {
    Files.move(mine.resolve("users.csv"), folder.resolve("users.csv"));
    change("users.csv", "../users.csv");
    Path file = file("{%s}".formatted(SHOP));
    Files.writeString(
        file, Files.readString(file) + "\nplatform: kubernetes\nkubernetes: {context: lab}\n");
    assertThatThrownBy(() -> configuration.file(file, Overrides.NONE))
        .hasMessageContaining("reads ../users.csv, which is not below its own folder");
  }

  @Test
  void scriptWithoutAnEngineIsRefusedWithItsLine() throws IOException {
    change(
        "<CSVDataSet ",
        "<JSR223PreProcessor testclass='JSR223PreProcessor' testname='old'><stringProp name='scriptLanguage'>javascript</stringProp></JSR223PreProcessor><hashTree/>\n<CSVDataSet ");
    Map<String, String> groovy =
        Map.of(
            "META-INF/services/javax.script.ScriptEngineFactory",
            "# engines\norg.codehaus.groovy.jsr223.GroovyScriptEngineFactory\n");
    worker("org.apache.jmeter.testelement.TestPlan");
    Path lib = folder.resolve("jmeter-plans/target/worker/lib");
    jar(lib.resolve("groovy.jar"), groovy);

    assertRefused(
        "{%s}".formatted(SHOP),
        "the element \"old\" has a script in javascript, for which there is no engine",
        "choose groovy");

    change("javascript", "groovy");
    assertThatThrownBy(() -> read("{%s}".formatted(SHOP)))
        .hasMessageNotContaining("there is no engine");
  }

  @Test
  void standardPluginsAreNamedWhereTheyAreMissingAndTakenByName() throws IOException {
    change("<ThreadGroup ", "<kg.apc.jmeter.threads.UltimateThreadGroup ");
    change("</ThreadGroup>", "</kg.apc.jmeter.threads.UltimateThreadGroup>");
    worker("org.apache.jmeter.testelement.TestPlan");
    assertRefused(
        "{%s}".formatted(SHOP),
        "has the class kg.apc.jmeter.threads.UltimateThreadGroup",
        "write plugins: [jpgc-casutg] behind the plan's jmx:");
    assertRefused(
        "{%s, plugins: [jpgc-casutg, jpgc-none]}".formatted(SHOP),
        "plugins is \"jpgc-none\"",
        "one of jpgc-casutg, jpgc-tst",
        "the plugins cannot be had: no plugins are fetched here");

    Path jars = Files.createDirectories(folder.resolve("jars"));
    jar(jars.resolve("casutg.jar"), Map.of("kg/apc/jmeter/threads/UltimateThreadGroup.class", ""));
    List<String> wanted = new ArrayList<>();
    Configuration fetching =
        new Configuration(
            folder,
            Products.all(),
            plugins -> {
              plugins.forEach(it -> wanted.add(it.name()));
              return jars;
            });
    assertThatThrownBy(
            () ->
                fetching.file(file("{%s, plugins: [jpgc-casutg]}".formatted(SHOP)), Overrides.NONE))
        .hasMessageNotContaining("UltimateThreadGroup");
    assertThat(wanted).containsExactly("jpgc-casutg");
  }

  /** A built worker with JMeter's aliases, without the class of any element but these. */
  private void worker(String... classes) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    entries.put("bin/saveservice.properties", "TestPlan=org.apache.jmeter.testelement.TestPlan\n");
    for (String name : classes) {
      entries.put(name.replace('.', '/') + ".class", "");
    }
    Path lib = Files.createDirectories(folder.resolve("jmeter-plans/target/worker/lib"));
    jar(lib.resolve("jmeter.jar"), entries);
  }

  private static void jar(Path file, Map<String, String> entries) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    entries.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
    zip(file, files);
  }

  private static void zip(Path file, Map<String, byte[]> entries) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
  }
}
