package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The profiles of the build must equal those of the harness, before anything is compiled. */
class BuildProfilesTest {
  private final Map<String, Element> profiles = new LinkedHashMap<>();
  private Element tests;

  @BeforeEach
  void readThePolicyPom() throws Exception {
    File pom = new File(System.getProperty("meshgauge.home", ".."), "pom.xml");
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom);
    for (Element profile : Elements.of(document.getDocumentElement(), "profiles", "profile")) {
      profiles.put(Elements.text(profile, "id"), profile);
    }
    tests = profiles.remove("tests");
  }

  @Test
  void buildHasEveryProfileOfTheHarness() {
    assertThat(profiles.keySet())
        .containsExactlyInAnyOrderElementsOf(new Profiles(Products.all()).names());
  }

  @Test
  void profileSetsPropertiesAndForksNothing() {
    assertThat(profiles.values())
        .allSatisfy(
            profile ->
                assertThat(Elements.names(profile)).containsExactlyInAnyOrder("id", "properties"));
  }

  @Test
  void testsAndStaticAnalysisRunUnlessAMeshIsNamed() {
    Element properties = Elements.of(tests, "properties").get(0);

    assertThat(Elements.text(Elements.of(tests, "activation").get(0), "activeByDefault"))
        .isEqualTo("true");
    assertThat(Elements.text(properties, "static-analysis"))
        .startsWith("-Xplugin:ErrorProne")
        .endsWith("-Xep:NullAway:ERROR");
    assertThat(profiles.values())
        .flatExtracting(it -> Elements.names(Elements.of(it, "properties").get(0)))
        .doesNotContain("activation", "static-analysis", "skipUnitTests", "skipExperiment");
  }

  @ParameterizedTest
  @CsvSource({
    "-Pistio-mtsl, istio-mtls",
    "-P=haproxi, haproxy",
    "--activate-profiles=evnoy, envoy",
    "-P baseline;!isto-ambient, istio-ambient",
    "-P ?baseline, baseline"
  })
  void misspeltProfileIsRefusedWithASuggestion(String arguments, String meant) throws Exception {
    Answer answer = mvnw(arguments.replace(';', ','));

    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.output())
        .contains("did you mean -P" + meant + "?")
        .contains("there are: baseline ", " traefik-mesh")
        .doesNotContain("Apache Maven");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Pistio-mtls", "-P envoy,+images", "-P!images", "-Pof-my-settings"})
  void existingAndUserProfilesArePassedToMaven(String arguments) throws Exception {
    Answer answer = mvnw(arguments);

    assertThat(answer.output()).contains("Apache Maven");
    assertThat(answer.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-s FILE -Penvoi", "-P baseline,envoi -s FILE", "--settings=FILE -Penvoi"})
  void userProfileMayResembleAKnownOne(String arguments, @TempDir Path folder) throws Exception {
    Path settings = folder.resolve("settings.xml");
    Files.writeString(
        settings, "<settings><profiles><profile><id>envoi</id></profile></profiles></settings>");

    Answer answer = mvnw(arguments.replace("FILE", settings.toString()));

    assertThat(answer.output()).contains("Apache Maven").doesNotContain("mvnw:");
    assertThat(answer.status()).isZero();
  }

  @Test
  void unknownProfileIsRefusedByTheEnforcer() throws Exception {
    Answer answer = mvnw("-Pmutual-tls");

    assertThat(answer.output())
        .contains("no POM here has a profile 'mutual-tls'", "there are: baseline ", "Apache Maven");
  }

  @Test
  void anyMavenFailsInItsFirstPhaseOnAnUnknownProfile() throws Exception {
    assertThat(Files.readString(Path.of(System.getProperty("meshgauge.home", ".."), "pom.xml")))
        .contains("<requireProfileIdsExist />");
  }

  /** Exit status and output of {@code mvnw}. */
  private record Answer(int status, String output) {}

  private static Answer mvnw(String arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "mvnw"));
    command.addAll(List.of(arguments.split(" ")));
    command.add("--version");
    Process process =
        new ProcessBuilder(command)
            .directory(new File(System.getProperty("meshgauge.home", "..")))
            .redirectErrorStream(true)
            .start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), words);
  }

  @TestFactory
  Stream<DynamicTest> whereAMeshCannotRunTheBuildSaysSoInTheHarnessWords() {
    return Products.all().stream()
        .map(mesh -> DynamicTest.dynamicTest(mesh.descriptor().key(), () -> same(mesh)));
  }

  private void same(Product mesh) {
    PlatformSupport support = mesh.descriptor().on(PlatformKind.LOCAL);
    Element properties = Elements.of(profiles.get(mesh.descriptor().key()), "properties").get(0);
    if (support.available()) {
      assertThat(Elements.names(properties)).doesNotContain("platform.possible", "platform.words");
    } else {
      assertThat(Elements.text(properties, "platform.possible"))
          .isEqualTo(
              mesh.descriptor().on(PlatformKind.KUBERNETES).available() ? "kubernetes" : "none");
      assertThat(Elements.text(properties, "platform.words") + ".").isEqualTo(support.details());
    }
  }

  private static final class Elements {
    static List<Element> of(Element parent, String... path) {
      Stream<Element> found = Stream.of(parent);
      for (String name : path) {
        found = found.flatMap(Elements::children).filter(it -> it.getTagName().equals(name));
      }
      return found.toList();
    }

    static List<String> names(Element parent) {
      return children(parent).map(Element::getTagName).toList();
    }

    static String text(Element parent, String name) {
      return of(parent, name).get(0).getTextContent().strip();
    }

    private static Stream<Element> children(Element parent) {
      return Stream.iterate(parent.getFirstChild(), node -> node != null, Node::getNextSibling)
          .filter(Element.class::isInstance)
          .map(Element.class::cast);
    }
  }
}
