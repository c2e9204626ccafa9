package io.meshgauge.product.network;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Settings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Witness;
import io.meshgauge.topology.plane.DataPlane;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The network of a cluster: its data plane is the nodes' kernels and an agent on every node. Pods
 * dial each other as without a mesh.
 *
 * <p>It carries the baseline of the same session as well: its cost is the difference between two
 * clusters, or between two sessions on one that was set up again, and not between two arms.
 */
public abstract class NetworkProduct implements Product {
  /**
   * Added to every title that could suggest that the baseline of the same session runs without it.
   */
  protected static final String CARRIES_ALL =
      "It carries the baseline of the same session as well: compare with a session on a cluster"
          + " without it";

  private final String key;
  private final String title;
  private final String way;
  private final ControlPlane controlPlane;
  private final Settings settings;

  /**
   * A network.
   *
   * @param way encryption between the nodes; empty if there is none
   * @param reason why it has no policies and no telemetry
   * @param unable other reasons, by name
   * @param policies those that it can enforce
   */
  protected NetworkProduct(
      String key,
      String title,
      String way,
      ControlPlane controlPlane,
      String reason,
      Map<String, String> unable,
      String... policies) {
    this.key = key;
    this.title = title;
    this.way = way;
    this.controlPlane = controlPlane;
    Settings plain = new Settings(key);
    this.settings =
        (policies.length == 0 ? plain : plain.withPolicies(policies))
            .because(reason)
            .because(unable);
  }

  /** The network's pods that work on every node, accounted as a cost of the nodes. */
  public abstract List<NodeAgent> agents();

  @Override
  public final Descriptor descriptor() {
    return Descriptor.of(
            key,
            title,
            PlatformSupport.missing(
                ("%s cannot be modelled on platform local: it works in the kernels of a cluster's nodes. On a"
                        + " cluster with that network run ./mvnw verify -P%s"
                        + " -Dplatform=kubernetes -Dkube.context=NAME.")
                    .formatted(title, key)),
            PlatformSupport.runs(
                Fidelity.REAL,
                "The network of the cluster, which must be installed (`%s`). %s%s."
                    .formatted(
                        controlPlane.install(),
                        encrypts()
                            ? "Traffic within a node is not encrypted: with three nodes"
                                + " every call crosses between nodes. "
                            : "",
                        CARRIES_ALL)))
        .as(Descriptor.Role.NETWORK);
  }

  /** Components that a variant requires on the cluster. */
  protected ControlPlane controlPlane(Variant variant) {
    return controlPlane;
  }

  @Override
  public final Requirements requirements(Variant variant, PlatformKind platform) {
    return Requirements.of(controlPlane(variant));
  }

  @Override
  public Guarantees claims(Variant variant) {
    Guarantees claims = new Guarantees(Proxies.NONE, false);
    return PolicySettings.claims(encrypts() ? claims.encryptedBetweenNodes() : claims, variant);
  }

  @Override
  public final ProductDesign design(Variant variant) {
    return ProductDesign.onCluster(
        descriptor(),
        () -> kubernetes(variant),
        Faults.ofProcesses(key, requirements(variant, PlatformKind.KUBERNETES)));
  }

  private boolean encrypts() {
    return !way.isEmpty();
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return settings.problems(variant);
  }

  /** Its setup on a cluster. */
  protected ClusterDesign kubernetes(Variant variant) {
    return new Design();
  }

  /** Pods as without a mesh, once the network reports that it carries their traffic. */
  protected class Design implements ClusterDesign {
    /** A network adds nothing to the manifests. */
    @Override
    public String overlay() {
      return Variant.BASELINE;
    }

    @Override
    public List<Witness> witnesses() {
      return controlPlane.witnesses();
    }

    @Override
    public DataPlane dataPlane(Placement placement) {
      Map<Hop, Address> direct = placement.servers();
      return new DataPlane(List.of(), direct, List.of(), direct);
    }
  }

  /** The line of the fairness manifest for a variant's policy. */
  protected String policy(Variant variant) {
    return PolicySettings.NONE;
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    Map<String, String> factors = new TreeMap<>(Fairness.NO_SECURITY);
    factors.put("factor.policy", policy(variant));
    if (encrypts()) {
      factors.put(
          "factor.cipher",
          "none between pods of one node; between nodes %s, for the baseline as well"
              .formatted(way));
    }
    return Fairness.withoutProxy(variant, factors);
  }

  /**
   * Pods of a network that work on every node; their resource use is a cost of the node, and not of
   * one workload. The kernel's part of the work is not in any container.
   *
   * @param name what it is accounted under, for example {@code cilium-agent}
   * @param label name of a label of its pods, in any namespace
   * @param value of the label
   */
  public record NodeAgent(String name, String label, String value) {}
}
