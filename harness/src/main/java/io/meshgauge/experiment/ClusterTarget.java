package io.meshgauge.experiment;

import java.util.Map;
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
 * @param images the images of what the project does not build, by the name of the program; one that
 *     is absent is used as the manifests name it
 * @param installing whether a mesh that is not there is installed for the experiment, and how
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
    // Archives of older versions say nothing of the one or the other.
    images = images == null ? Map.of() : Map.copyOf(images);
    installing = installing == null ? Installing.NOTHING : installing;
  }

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
        Map.of(),
        Installing.NOTHING);
  }

  /**
   * Whether meshes are installed for an experiment.
   *
   * @param wanted whether they are
   * @param values a file of values for the vendor's tool; empty where there is none
   */
  public record Installing(boolean wanted, String values) {
    /** Meshes are expected to be there. */
    public static final Installing NOTHING = new Installing(false, "");
  }

  /** The namespace that was asked for; empty for one with a fresh name. */
  public Optional<String> namedNamespace() {
    return Optional.ofNullable(namespace);
  }

  /** What this cluster has for an image of another project; empty for one as it is named. */
  public Optional<String> inPlaceOf(String image) {
    String program = image.replaceFirst("^.*/", "").replaceFirst("[:@].*$", "");
    return Optional.ofNullable(images.get(program));
  }
}
