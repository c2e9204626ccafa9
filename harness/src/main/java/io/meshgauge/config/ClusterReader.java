package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code kubernetes}: the target cluster and what is deployed there. */
final class ClusterReader {
  static final Keys KEYS = new Keys("the platform kubernetes");

  private static final Key<String> CONTEXT =
      KEYS.key(
          "context",
          Form.text("the name of a context of your kubeconfig; its current one is never taken"));

  /** A DNS label (RFC 1123). */
  static final Form<String> LABEL =
      Form.matching(
          "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?",
          "a name of a-z, 0-9 and dashes, at most 63 characters");

  private static final Key<String> NAMESPACE =
      KEYS.key("namespace", LABEL.advised("leave it out to get one with a fresh name"));

  private static final Key<String> PREFIX = KEYS.key("image-prefix", Form.TEXT);

  private static final Key<String> TAG = KEYS.key("image-tag", Form.TEXT);

  /** Suffix of keys that name an image. */
  static final String IMAGE = "-image";

  /** Keys of the public images of programs the project does not build, by program. */
  private static final SortedMap<String, Key<String>> IMAGES = images();

  private static final Key<Boolean> INSTALL = KEYS.key("install-mesh", Form.BOOL);

  private static final Key<String> VALUES =
      KEYS.key(
          "mesh-values",
          Form.text("a file of values for the tool that installs the mesh")
              .that(it -> Files.isReadable(Path.of(it)), "which can be read")
              .advised("name a file that exists"));

  private static final Key<Boolean> LOAD_ANYWAY = KEYS.key("yes-load-this-cluster", Form.BOOL);

  private ClusterReader() {}

  private static SortedMap<String, Key<String>> images() {
    SortedMap<String, Key<String>> keys = new TreeMap<>();
    Products.images().keySet().forEach(it -> keys.put(it, KEYS.key(it + IMAGE, Form.TEXT)));
    return keys;
  }

  /**
   * Reads the cluster; null on other platforms.
   *
   * @param loadWorkers pods that send the load
   */
  static @Nullable ClusterTarget read(
      Section section, PlatformKind platform, int loadWorkers, Problems problems) {
    Optional<String> namespace = section.get(NAMESPACE);
    boolean loadAnyway = section.get(LOAD_ANYWAY, false);
    boolean installing = section.get(INSTALL, false);
    Optional<String> values = section.get(VALUES);
    if (values.isPresent() && !installing) {
      problems.wrong(
          section.place(VALUES),
          "mesh-values is \"%s\", and no mesh is to be installed".formatted(values.get()),
          "install-mesh: true next to it",
          "add --install-mesh, or leave mesh-values out");
    }
    if (platform != PlatformKind.KUBERNETES) {
      return null;
    }
    if (!section.has(CONTEXT)) {
      problems.wrong(
          section.place(),
          "the platform kubernetes needs a context",
          CONTEXT.form().expected(),
          "name it: -Dkube.context=NAME (kubectl config get-contexts lists them)");
      return null;
    }
    Map<String, String> images = new TreeMap<>();
    Products.images()
        .forEach(
            (program, standard) ->
                Optional.ofNullable(IMAGES.get(program))
                    .flatMap(section::get)
                    .filter(image -> !image.equals(standard))
                    .ifPresent(image -> images.put(program, image)));
    return new ClusterTarget(
        section.get(CONTEXT, ""),
        namespace.orElse(null),
        loadWorkers,
        section.get(PREFIX, ""),
        section.get(TAG, ""),
        loadAnyway,
        images,
        new ClusterTarget.Installing(
            installing, values.map(it -> Path.of(it).toAbsolutePath().toString()).orElse("")));
  }
}
