package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.ProgramSpec;
import java.util.List;

/**
 * What a product is, whatever the variant.
 *
 * @param key the name used in YAML, profiles and the report, for example {@code istio-mtls}
 * @param local the name printed for people on {@code local}; a model is never called by the
 *     product's bare name
 * @param kubernetes the same on a cluster
 * @param role its part in a comparison
 * @param onLocal whether it can run on {@code local}, how faithfully, or what is missing
 * @param onKubernetes the same of a cluster
 * @param programs the programs of other projects that it runs; their images are used on a cluster
 * @param profile the variants that its profile compares with the baseline
 */
public record Descriptor(
    String key,
    String local,
    String kubernetes,
    Role role,
    PlatformSupport onLocal,
    PlatformSupport onKubernetes,
    List<ProgramSpec> programs,
    List<Variant> profile) {

  /** A part in a comparison. */
  public enum Role {
    /** It is compared with the baseline, or is the baseline. */
    MESH,
    /** It is in front of replicated services, and so not to be compared with meshes. */
    LOAD_BALANCER,
    /** It is the network of a cluster, of which there is one that carries every arm. */
    NETWORK
  }

  public Descriptor {
    programs = List.copyOf(programs);
    profile = List.copyOf(profile);
  }

  /** A mesh of one name. */
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

  /** The same with another role. */
  public Descriptor as(Role other) {
    return new Descriptor(key, local, kubernetes, other, onLocal, onKubernetes, programs, profile);
  }

  /** The same, whose model on {@code local} has a name of its own. */
  public Descriptor modelled(String title) {
    return new Descriptor(key, title, kubernetes, role, onLocal, onKubernetes, programs, profile);
  }

  /** The same, which runs programs of other projects. */
  public Descriptor running(ProgramSpec... some) {
    return new Descriptor(
        key, local, kubernetes, role, onLocal, onKubernetes, List.of(some), profile);
  }

  /** The same, whose profile compares these variants. */
  public Descriptor comparing(Variant... variants) {
    return new Descriptor(
        key, local, kubernetes, role, onLocal, onKubernetes, programs, List.of(variants));
  }

  /** The name printed for people. */
  public String title(PlatformKind platform) {
    return platform == PlatformKind.LOCAL ? local : kubernetes;
  }

  /** Whether it can run on a platform, how faithfully, or what is missing and how to get it. */
  public PlatformSupport on(PlatformKind platform) {
    return platform == PlatformKind.LOCAL ? onLocal : onKubernetes;
  }

  /** Whether it is a load balancer. */
  public boolean isBalancer() {
    return role == Role.LOAD_BALANCER;
  }

  /** Whether it is the network of a cluster. */
  public boolean isNetwork() {
    return role == Role.NETWORK;
  }
}
