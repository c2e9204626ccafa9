package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.platform.kubernetes.instrument.Cluster.WorkerOrder;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's plan in the pods of load workers. */
class OwnPlanManifestsTest {
  private static final Path K8S = Path.of(System.getProperty("meshgauge.home", ".."), "k8s");

  @TempDir Path folder;
  private final Manifests manifests =
      new Manifests(
          K8S, new Images(new ClusterTarget("lab", null, 1, "registry.test/team/", "7", false)));
  private List<ObjectNode> objects;

  @BeforeEach
  void render() throws IOException {
    Path jmx = Files.writeString(folder.resolve("shop.jmx"), "<plan/>");
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/users.csv"), "user\nann\n");
    Path plugins = Files.createDirectories(folder.resolve("jars"));
    Files.writeString(plugins.resolve("pace.jar"), "jar");
    Files.writeString(plugins.resolve("notes.txt"), "no jar");
    OwnFile own =
        new OwnFile(
            jmx.toString(),
            List.of("data/users.csv"),
            Optional.of(plugins.toString()),
            Optional.of("shop.example.com"),
            false,
            true,
            Map.of());
    Path tokens = Files.writeString(folder.resolve("tokens.properties"), "customer=t\n");
    objects =
        manifests.workers(
            "baseline",
            new WorkerOrder(
                jmx, tokens, Optional.empty(), Map.of("duration", "10"), Optional.of(own)),
            1);
  }

  private JsonNode named(String title) {
    return objects.stream()
        .filter(it -> (Manifest.kind(it) + " " + Manifest.name(it)).equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void filesAreInTheConfigMapAndAtTheirPathsInTheVolume() {
    JsonNode data = named("ConfigMap plan").path("binaryData");
    assertThat(data).hasSize(3);
    assertThat(decoded(data.path("file-0"))).isEqualTo("<plan/>");
    assertThat(decoded(data.path("file-1"))).isEqualTo("user\nann\n");
    assertThat(decoded(data.path("file-2"))).isEqualTo("jar");

    JsonNode job = named("Job load-worker");
    JsonNode items = null;
    for (JsonNode volume : job.at("/spec/template/spec/volumes")) {
      items = volume.path("name").asText().equals("plan") ? volume.at("/configMap/items") : items;
    }
    assertThat(items.findValuesAsText("path"))
        .containsExactly("shop.jmx", "data/users.csv", "plugins/pace.jar");
    assertThat(items.findValuesAsText("key")).containsExactly("file-0", "file-1", "file-2");
  }

  @Test
  void containerStartsWithStockComponentsAndPlugins() {
    JsonNode container = named("Job load-worker").at("/spec/template/spec/containers/0");
    assertThat(container.path("command").toString())
        .contains("/app/stock/*:/plan/plugins/*", "@/app/java.args", "LoadWorker");
    assertThat(container.path("args").toString())
        .contains("/plan/shop.jmx", "-Jsearch_paths=/plan/plugins/pace.jar", "-Jduration=10");
    assertThat(container.at("/resources/limits/memory").asText()).isEqualTo("1Gi");
  }

  private static String decoded(JsonNode value) {
    return new String(Base64.getDecoder().decode(value.asText()), StandardCharsets.UTF_8);
  }
}
