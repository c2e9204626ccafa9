package io.meshgauge.config;

import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.PlatformKind;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code kubernetes}: which cluster is loaded, and what is brought there. */
final class ClusterReader {
  /** A DNS label (RFC 1123), which a namespace must be. */
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private final Problems problems;

  ClusterReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * The cluster; null where the platform is none.
   *
   * @param loadWorkers pods that send the load
   */
  @Nullable ClusterTarget read(Section section, PlatformKind platform, int loadWorkers) {
    Optional<Value.Scalar> context =
        section.scalar("context", "the name of a context of your kubeconfig");
    Optional<String> namespace = namespace(section);
    Optional<Value.Scalar> prefix = section.scalar("image-prefix", "the start of an image's name");
    Optional<Value.Scalar> tag = section.scalar("image-tag", "the tag of an image");
    Optional<Value.Scalar> iperf = section.scalar("iperf3-image", "the name of an image");
    Optional<Value.Scalar> prometheus = section.scalar("prometheus-image", "the name of an image");
    boolean loadAnyway = section.truth("yes-load-this-cluster").orElse(false);
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
        iperf.map(Value.Scalar::text).orElse(ClusterTarget.IPERF_IMAGE),
        prometheus.map(Value.Scalar::text).orElse(ClusterTarget.PROMETHEUS_IMAGE));
  }

  private Optional<String> namespace(Section section) {
    String expected = "a name of a-z, 0-9 and dashes, at most 63 characters";
    Optional<Value.Scalar> named = section.scalar("namespace", expected);
    if (named.isPresent() && !LABEL.matcher(named.get().text()).matches()) {
      problems.wrong(
          named.get().place(),
          "namespace is " + named.get().words(),
          expected,
          "leave it out to get one with a fresh name");
    }
    return named.map(Value.Scalar::text);
  }
}
