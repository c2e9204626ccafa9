package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import java.util.List;

/**
 * Static description of a product, independent of the variant.
 *
 * @param key the name used in YAML, profiles and the report, for example {@code istio-mtls}
 * @param local display name on {@code local}; a model never has the product's bare name
 * @param kubernetes display name on a cluster
 * @param role how it is compared
 * @param onLocal whether it can run on {@code local}, with which fidelity, or what is missing
 * @param onKubernetes the same for a cluster
 * @param programs names of the third-party programs that it runs; their images are used on a
 *     cluster
 * @param profile the variants that its build profile compares with the baseline
 */
public record Descriptor(
    String key,
    String local,
    String kubernetes,
    Role role,
    PlatformSupport onLocal,
    PlatformSupport onKubernetes,
    List<String> programs,
    List<Variant> profile) {

  /** How a product is compared with others. */
  public enum Role {
    /** Compared with the baseline, or the baseline itself. */
    MESH,
    /** Placed before replicated services; not comparable with meshes. */
    LOAD_BALANCER,
    /** The network of a cluster. A cluster has one, and it carries every arm. */
    NETWORK
  }

  public Descriptor {
    programs = List.copyOf(programs);
    profile = List.copyOf(profile);
  }

  /** A mesh with the same name on both platforms, whose profile compares its plain variant. */
  public static Descriptor of(
      String key, String title, PlatformSupport onLocal, PlatformSupport onKubernetes) {
    return new Descriptor(
        key,
        title,
        title,
        Role.MESH,
        onLocal,
        onKubernetes,
        List.of(),
        List.of(Variant.plain(key)));
  }

  /** Copy with another role. */
  public Descriptor as(Role other) {
    return new Descriptor(key, local, kubernetes, other, onLocal, onKubernetes, programs, profile);
  }

  /** Copy with a name of its own for the model on {@code local}. */
  public Descriptor modelled(String title) {
    return new Descriptor(key, title, kubernetes, role, onLocal, onKubernetes, programs, profile);
  }

  /** Copy that runs third-party programs. */
  public Descriptor running(String... some) {
    return new Descriptor(
        key, local, kubernetes, role, onLocal, onKubernetes, List.of(some), profile);
  }

  /** Copy whose profile compares these variants. */
  public Descriptor comparing(Variant... variants) {
    return new Descriptor(
        key, local, kubernetes, role, onLocal, onKubernetes, programs, List.of(variants));
  }

  /** Display name on a platform. */
  public String title(PlatformKind platform) {
    return platform == PlatformKind.LOCAL ? local : kubernetes;
  }

  /**
   * Whether the product can run on a platform, with which fidelity, or what is missing and how to
   * get it.
   */
  public PlatformSupport on(PlatformKind platform) {
    return platform == PlatformKind.LOCAL ? onLocal : onKubernetes;
  }

  public boolean isBalancer() {
    return role == Role.LOAD_BALANCER;
  }

  public boolean isNetwork() {
    return role == Role.NETWORK;
  }
}
