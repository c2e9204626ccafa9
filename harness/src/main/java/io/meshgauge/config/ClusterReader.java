package io.meshgauge.config;

import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code kubernetes}: the target cluster and what is deployed there. */
final class ClusterReader {
  /** A DNS label (RFC 1123), the format of namespaces. */
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private final Problems problems;

  ClusterReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * Reads the cluster; null on other platforms.
   *
   * @param loadWorkers pods that send the load
   */
  @Nullable ClusterTarget read(Section section, PlatformKind platform, int loadWorkers) {
    Optional<Value.Scalar> context =
        section.scalar("context", "the name of a context of your kubeconfig");
    Optional<String> namespace = namespace(section);
    Optional<Value.Scalar> prefix = section.scalar("image-prefix", "the start of an image's name");
    Optional<Value.Scalar> tag = section.scalar("image-tag", "the tag of an image");
    Map<String, String> images = images(section);
    boolean loadAnyway = section.bool("yes-load-this-cluster").orElse(false);
    boolean installing = section.bool("install-mesh").orElse(false);
    String values = values(section, installing);
    if (platform != PlatformKind.KUBERNETES) {
      return null;
    }
    if (context.isEmpty()) {
      problems.wrong(
          section.place(),
          "the platform kubernetes needs a context",
          "the name of a context of your kubeconfig; its current one is never taken",
          "name it: -Dkube.context=NAME (kubectl config get-contexts lists them)");
      return null;
    }
    return new ClusterTarget(
        context.get().text(),
        namespace.orElse(null),
        loadWorkers,
        prefix.map(Value.Scalar::text).orElse(""),
        tag.map(Value.Scalar::text).orElse(""),
        loadAnyway,
        images,
        new ClusterTarget.Installing(installing, values));
  }

  /** The values file for the vendor's tool; empty if there is none. */
  private String values(Section section, boolean installing) {
    String expected = "a file of values for the tool that installs the mesh";
    Optional<Value.Scalar> named = section.scalar("mesh-values", expected);
    if (named.isPresent() && !Files.isReadable(Path.of(named.get().text()))) {
      problems.wrong(
          named.get().place(),
          "mesh-values is " + named.get().describe() + ", which cannot be read",
          expected,
          "name a file that exists");
    } else if (named.isPresent() && !installing) {
      problems.wrong(
          named.get().place(),
          "mesh-values is " + named.get().describe() + ", and no mesh is to be installed",
          "install-mesh: true next to it",
          "add --install-mesh, or leave mesh-values out");
    }
    return named.map(it -> Path.of(it.text()).toAbsolutePath().toString()).orElse("");
  }

  /** The images that differ from the defaults, by program. */
  private static Map<String, String> images(Section section) {
    Map<String, String> images = new TreeMap<>(Shape.IMAGES);
    images.replaceAll(
        (program, standard) ->
            section
                .scalar(program + "-image", "the name of an image")
                .map(Value.Scalar::text)
                .orElse(standard));
    images.entrySet().removeIf(it -> it.getValue().equals(Shape.IMAGES.get(it.getKey())));
    return images;
  }

  private Optional<String> namespace(Section section) {
    String expected = "a name of a-z, 0-9 and dashes, at most 63 characters";
    Optional<Value.Scalar> named = section.scalar("namespace", expected);
    if (named.isPresent() && !LABEL.matcher(named.get().text()).matches()) {
      problems.wrong(
          named.get().place(),
          "namespace is " + named.get().describe(),
          expected,
          "leave it out to get one with a fresh name");
    }
    return named.map(Value.Scalar::text);
  }
}
