package io.meshgauge.experiment;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of an experiment, and what is deployed there.
 *
 * @param context the kubeconfig context that was named; never its current one by accident
 * @param namespace the namespace to create for the experiment; null for a generated name
 * @param workers load workers, each a pod with its share of the schedule
 * @param imagePrefix prefix of the project's image names, for example {@code registry/team/}
 * @param imageTag tag of the project's images
 * @param loadAnyway whether to load a context whose name looks like production
 * @param images images of programs the project does not build, by program; an absent one is used as
 *     the manifests name it
 * @param installing whether and how a missing mesh is installed for the experiment
 */
public record ClusterTarget(
    String context,
    @Nullable String namespace,
    int workers,
    String imagePrefix,
    String imageTag,
    boolean loadAnyway,
    Map<String, String> images,
    Installing installing) {
  public ClusterTarget {
    // Archives of older versions lack these fields.
    images = images == null ? Map.of() : Map.copyOf(images);
    installing = installing == null ? Installing.NOTHING : installing;
  }

  /** A target with the public images of programs the project does not build. */
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
        Map.of(),
        Installing.NOTHING);
  }

  /**
   * Whether meshes are installed for an experiment.
   *
   * @param wanted whether they are
   * @param values a values file for the vendor's tool; empty if there is none
   */
  public record Installing(boolean wanted, String values) {
    /** Meshes must already be installed. */
    public static final Installing NOTHING = new Installing(false, "");
  }

  /** The requested namespace; empty for a generated name. */
  public Optional<String> namedNamespace() {
    return Optional.ofNullable(namespace);
  }

  /** The replacement for a public image; empty to use it as named. */
  public Optional<String> inPlaceOf(String image) {
    String program = image.replaceFirst("^.*/", "").replaceFirst("[:@].*$", "");
    return Optional.ofNullable(images.get(program));
  }
}
