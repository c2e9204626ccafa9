package io.meshgauge.experiment;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cluster an experiment runs on, and what it brings there.
 *
 * @param context the kubeconfig's context that was named; never its current one by accident
 * @param namespace the namespace that is created for the experiment; null for one with a fresh name
 * @param workers load workers, each a pod with its share of the schedule
 * @param imagePrefix what the names of the project's images begin with, for example {@code
 *     registry/team/}
 * @param imageTag the tag of the project's images
 * @param loadAnyway whether a context is loaded whose name looks like production
 * @param iperfImage the image of iperf3, at both ends of a TCP stream
 * @param prometheusImage the image of the Prometheus that reads metrics
 */
public record ClusterTarget(
    String context,
    @Nullable String namespace,
    int workers,
    String imagePrefix,
    String imageTag,
    boolean loadAnyway,
    String iperfImage,
    String prometheusImage) {
  /** The public image of iperf3, which the project does not build. */
  public static final String IPERF_IMAGE = "networkstatic/iperf3:latest";

  /** The public image of Prometheus, which the project does not build. */
  public static final String PROMETHEUS_IMAGE = "prom/prometheus:v2.42.0";

  /** A target with the public images of what the project does not build. */
  public ClusterTarget(
      String context,
      @Nullable String namespace,
      int workers,
      String imagePrefix,
      String imageTag,
      boolean loadAnyway) {
    this(
        context,
        namespace,
        workers,
        imagePrefix,
        imageTag,
        loadAnyway,
        IPERF_IMAGE,
        PROMETHEUS_IMAGE);
  }

  /** The namespace that was asked for; empty for one with a fresh name. */
  public Optional<String> namedNamespace() {
    return Optional.ofNullable(namespace);
  }
}
