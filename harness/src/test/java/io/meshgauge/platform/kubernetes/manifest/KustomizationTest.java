package io.meshgauge.platform.kubernetes.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.PlatformException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KustomizationTest {
  private static final Path K8S =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s");
  private static final String TWO_OBJECTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: one
        labels: {app: one}
        annotations: {example.com/a: x}
      data: {a: b}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: two}
      spec: {list: [1]}
      """;

  @TempDir Path folder;

  @BeforeEach
  void twoObjects() throws IOException {
    write("two.yaml", TWO_OBJECTS);
  }

  static List<Path> overlays() throws IOException {
    try (Stream<Path> files = Files.walk(K8S)) {
      return files
          .filter(it -> it.getFileName().toString().equals("kustomization.yaml"))
          .map(Path::getParent)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void everyFolderRendersToObjectsWithKindAndNameEachOnce(Path overlay) {
    List<ObjectNode> objects = Kustomization.render(overlay);

    assertThat(objects).isNotEmpty();
    assertThat(objects).extracting(KustomizationTest::key).doesNotHaveDuplicates();
    assertThat(objects)
        .allSatisfy(
            object -> {
              assertThat(Manifest.kind(object)).isNotBlank();
              assertThat(Manifest.name(object)).isNotBlank();
            });
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void kubectlRendersTheSame(Path overlay) throws IOException, InterruptedException {
    Optional<Path> kubectl = onThePath("kubectl");
    assumeThat(kubectl).as("kubectl on the PATH").isPresent();
    Path output = folder.resolve("kubectl.yaml");
    Path errors = folder.resolve("kubectl.txt");
    Process process =
        new ProcessBuilder(kubectl.orElseThrow().toString(), "kustomize", overlay.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();

    assertThat(byKey(Kustomization.render(overlay)))
        .isEqualTo(byKey(Kustomization.documents(output)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kustomization.yaml", "kustomization.yml", "Kustomization"})
  void everyNameThatKubectlTakesIsAKustomization(String name, @TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve(name), "resources: [one.yml]");
    Files.writeString(
        folder.resolve("one.yml"), "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}");

    assertThat(Kustomization.isIn(folder)).isTrue();
    assertThat(Kustomization.render(folder)).hasSize(1);
  }

  @Test
  void anInlinePatchChangesOnlyWhatItsTargetNames() throws IOException {
    kustomization(
        """
        resources: [two.yaml]
        patches:
          - target: {kind: ConfigMap}
            patch: |-
              - op: replace
                path: /data/a
                value: c
        """);

    List<ObjectNode> objects = Kustomization.render(folder);

    assertThat(objects).hasSize(2);
    assertThat(objects.get(0).at("/data/a").asText()).isEqualTo("c");
    assertThat(objects.get(1).at("/spec/list").toString()).isEqualTo("[1]");
  }

  @Test
  void aPatchFromAFileMayHaveSlashesInNamesAndAppendToLists() throws IOException {
    kustomization(
        """
        resources: [two.yaml]
        patches:
          - {path: append.yaml, target: {group: apps, version: v1, kind: Deployment, name: t.o}}
          - {path: slash.yaml, target: {labelSelector: app=one}}
        """);
    write("append.yaml", "- {op: add, path: /spec/list/-, value: 2}\n");
    write("slash.yaml", "- {op: add, path: /metadata/annotations/example.com~1a, value: z}\n");

    List<ObjectNode> objects = Kustomization.render(folder);

    assertThat(objects.get(1).at("/spec/list").toString()).isEqualTo("[1,2]");
    assertThat(objects.get(0).at("/metadata/annotations").toString())
        .isEqualTo("{\"example.com/a\":\"z\"}");
  }

  @Test
  void aFolderIsAResourceAndIsPatchedAsAWhole() throws IOException {
    kustomization("resources: [two.yaml]\n");
    write(
        "upper/kustomization.yaml",
        "resources: [..]\npatches: [{path: p.yaml, target: {kind: ConfigMap}}]\n");
    write("upper/p.yaml", "- {op: remove, path: /data}\n");

    List<ObjectNode> objects = Kustomization.render(folder.resolve("upper"));

    assertThat(objects).hasSize(2);
    assertThat(objects.get(0).has("data")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {resources: [two.yaml], namePrefix: x}                    | 'namePrefix' is not supported
          {resources: [none.yaml]}                                  | cannot read
          {resources: [nowhere]}                                    | nowhere
          {patches: [{patch: '[]', target: {kind: ConfigMap}}]}     | matches no object
          {resources: [two.yaml], patches: [{patch: '[]', target: {kind: Config}}]} | {"kind":"Config"} of a patch matches no object
          {resources: [two.yaml], patches: [{patch: '[]', target: {kid: ConfigMap}}]} | 'kid' is not supported
          {resources: [two.yaml], patches: [{patch: '[]', options: {}, target: {kind: ConfigMap}}]} | 'options' is not supported
          {resources: [two.yaml], patches: [{patch: '[]'}]}         | a patch has no target
          {resources: [two.yaml], patches: [{target: {kind: ConfigMap}}]} | expected either patch or path
          {resources: [two.yaml], patches: [{path: none.yaml, target: {kind: ConfigMap}}]} | a patch cannot be read
          {resources: [two.yaml], patches: [{patch: '{a: b}', target: {kind: ConfigMap}}]} | not a list of operations
          {resources: [two.yaml], patches: [{patch: '[{op: replace, path: /data/x, value: 1}]', target: {kind: ConfigMap}}]} | does not fit ConfigMap one
          {resources: [two.yaml], patches: [{patch: '[{op: add, path: /no/where, value: 1}]', target: {kind: Deployment}}]} | does not fit Deployment two
          """)
  void missingOrUnsupportedPartsAreRefused(String kustomization, String words) throws IOException {
    kustomization(kustomization);

    assertThatThrownBy(() -> Kustomization.render(folder))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(words);
  }

  @Test
  void aFolderWithoutAKustomizationOrWithTwoIsRefused() throws IOException {
    assertThatThrownBy(() -> Kustomization.render(folder))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("cannot read " + folder.resolve("kustomization.yaml"));

    kustomization("resources: []\n---\nresources: []\n");
    assertThatThrownBy(() -> Kustomization.render(folder))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("contains 2 documents; expected one");
  }

  @Test
  void documentThatIsNotAnObjectIsRefused() throws IOException {
    kustomization("resources: [list.yaml]\n");
    write("list.yaml", "- a\n- b\n");

    assertThatThrownBy(() -> Kustomization.render(folder))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("list.yaml contains a document that is not an object");
  }

  private void kustomization(String text) throws IOException {
    write("kustomization.yaml", text);
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), text);
  }

  private static Optional<Path> onThePath(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(it -> !it.isBlank())
        .map(it -> Path.of(it, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static SortedMap<String, JsonNode> byKey(List<ObjectNode> objects) {
    SortedMap<String, JsonNode> byKey = new TreeMap<>();
    objects.forEach(object -> byKey.put(key(object), object));
    return byKey;
  }

  private static String key(ObjectNode object) {
    return Manifest.kind(object) + " " + Manifest.name(object);
  }
}
