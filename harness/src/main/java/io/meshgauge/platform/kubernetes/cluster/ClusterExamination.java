package io.meshgauge.platform.kubernetes.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.api.Access;
import io.meshgauge.platform.kubernetes.api.KubeContext;
import io.meshgauge.platform.kubernetes.api.NodeState;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes.Problem;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes.Standing;
import io.meshgauge.platform.kubernetes.objects.Images;
import io.meshgauge.platform.kubernetes.objects.NodeAssignment;
import io.meshgauge.topology.design.ControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Examines a cluster for the verb {@code doctor}: version, nodes, free resources, metrics,
 * permissions, images, meshes. Creates one temporary namespace to test whether images can be
 * pulled.
 */
public final class ClusterExamination {
  private static final int MIN_MINOR_VERSION = 29;
  private static final double REQUIRED_CPU = 1.34;

  private final Path manifests;
  private final ClusterTarget target;
  private final KubernetesClient client;
  private final Needs needs;
  private final Consumer<Finding> output;
  private boolean missing;
  private final Owner owner = Owner.fresh();

  private ClusterExamination(
      Path home,
      ClusterTarget target,
      Needs needs,
      KubernetesClient client,
      Consumer<Finding> output) {
    this.output = output;
    this.manifests = home.resolve("k8s");
    this.target = target;
    this.client = client;
    this.needs = needs;
  }

  /**
   * Result of one check.
   *
   * @param state severity
   * @param subject of the check
   * @param found the result
   * @param advice what to do; empty if the state is good
   */
  public record Finding(State state, String subject, String found, String advice) {
    boolean missing() {
      return state == State.MISSING;
    }
  }

  /** Severity of a finding. */
  public enum State {
    /** No action needed. */
    GOOD,
    /** Some variants cannot run without it. */
    NEEDED_BY_SOME,
    /** Nothing can run. */
    MISSING
  }

  /**
   * Examines a cluster.
   *
   * @param needs meshes and images to look for
   * @param output receives each finding as it is made
   * @throws PlatformException if the context does not exist
   */
  public static void of(Path home, ClusterTarget target, Needs needs, Consumer<Finding> output) {
    KubeContext context = KubeContext.find(target.context(), System.getenv());
    try (KubernetesClient client = context.connect()) {
      ClusterExamination examination = new ClusterExamination(home, target, needs, client, output);
      context
          .productionName()
          .ifPresent(
              suspect ->
                  examination.poor(
                      "context",
                      suspect + " looks like production",
                      "name another one, or confirm with: --yes-load-this-cluster"));
      examination.examine();
    }
  }

  private void examine() {
    try {
      version();
      access();
      nodes();
      metrics();
      images();
      needs.controlPlanes().forEach(this::mesh);
    } catch (KubernetesClientException e) {
      poor("api server", String.valueOf(e.getMessage()), "make the cluster reachable");
    }
  }

  private void version() {
    var version = client.getKubernetesVersion();
    String digits = version.getMinor() == null ? "" : version.getMinor().replaceAll("\\D", "");
    int minor = digits.isEmpty() ? 0 : Integer.parseInt(digits);
    String found = "%s at context %s".formatted(version.getGitVersion(), target.context());
    if (minor >= MIN_MINOR_VERSION) {
      good("kubernetes", found);
    } else {
      poor(
          "kubernetes",
          found,
          "use 1.%d or newer, which has sidecar containers".formatted(MIN_MINOR_VERSION));
    }
  }

  private void access() {
    granted("rights", concat(Access.CLUSTER_WIDE, Access.IN_NAMESPACE), State.MISSING);
    granted(
        "rights for meshes",
        concat(
            concat(Access.FOR_INSPECTION, Access.forObjects(needs.controlPlanes())),
            Access.forReading(needs.controlPlanes())),
        State.NEEDED_BY_SOME);
  }

  private void granted(String subject, List<Access.Right> rights, State otherwise) {
    String namespace = target.namedNamespace().orElse("meshgauge-" + owner.session());
    List<String> missing = new Access(client).missing(namespace, rights);
    if (missing.isEmpty()) {
      long verbs = rights.stream().mapToLong(it -> it.verbs().size()).sum();
      good(subject, "all %d verbs are granted".formatted(verbs));
    } else {
      add(
          new Finding(
              otherwise,
              subject,
              "missing: " + String.join("; ", missing),
              "grant them: kubectl apply --server-side -k k8s/rbac"));
    }
  }

  private void nodes() {
    ClusterFacts facts = new ClusterFacts(client);
    List<Node> nodes = facts.nodes();
    for (Node node : nodes) {
      String subject = "node " + NodeState.name(node);
      Optional<String> refusal = NodeState.refusal(node);
      if (refusal.isPresent()) {
        add(new Finding(State.NEEDED_BY_SOME, subject, "gets no pod: " + refusal.get(), ""));
      } else {
        good(
            subject,
            "%s CPU, free: %s"
                .formatted(node.getStatus().getAllocatable().get("cpu"), facts.headRoom(node)));
      }
    }
    if (open(nodes).isEmpty()) {
      poor("nodes", "none accepts pods", "make one ready, or uncordon it: kubectl uncordon NODE");
      return;
    }
    double free = facts.freeCpu();
    double required = REQUIRED_CPU / NodeAssignment.used(facts.open().size());
    if (free < required) {
      poor(
          "head-room",
          String.format(
              Locale.ROOT, "%.2f CPU are free on a node; %.2f are requested", free, required),
          "stop other workloads, or add a node");
    }
  }

  private static List<Node> open(List<Node> nodes) {
    return nodes.stream().filter(NodeState::accepts).toList();
  }

  private void metrics() {
    for (Node node : open(new ClusterFacts(client).nodes())) {
      String name = NodeState.name(node);
      try {
        long lines =
            client.raw("/api/v1/nodes/%s/proxy/metrics/cadvisor".formatted(name)).lines().count();
        good("metrics of " + name, "cAdvisor's page has %d lines".formatted(lines));
      } catch (KubernetesClientException e) {
        poor(
            "metrics of " + name,
            "the kubelet's /metrics/cadvisor cannot be read: " + e.getMessage(),
            "grant get on nodes/proxy, and let the API server reach the kubelets");
      }
    }
  }

  private void mesh(ControlPlane mesh) {
    Standing standing = new ControlPlanes(client).of(mesh);
    String subject = "mesh " + mesh.name();
    if (standing.problems().isEmpty()) {
      good(subject, "%s %s".formatted(mesh.title(), standing.version()));
    }
    for (Problem problem : standing.problems()) {
      add(new Finding(State.NEEDED_BY_SOME, subject, problem.found(), problem.remedy()));
    }
  }

  private void images() {
    if (missing) {
      poor("images", "not checked because another requirement is missing", "fix that first");
      return;
    }
    Images images = new Images(target);
    String name = "meshgauge-doctor-" + owner.session();
    try (ExperimentNamespace namespace = ExperimentNamespace.create(client, owner, name)) {
      good(
          "images",
          images
              .pull(
                  client.adapt(NamespacedKubernetesClient.class).inNamespace(name),
                  owner,
                  new ClusterFacts(client).open(),
                  needs,
                  Set.of())
              .values()
              .stream()
              .collect(Collectors.joining(", ")));
    } catch (PlatformException e) {
      poor(
          "images",
          String.valueOf(e.getMessage()),
          "k8s/README.md describes how to build and load them");
    }
    if (!Files.isDirectory(manifests)) {
      poor("manifests", "no folder " + manifests, "restore it from the repository");
    }
  }

  private static List<Access.Right> concat(List<Access.Right> one, List<Access.Right> other) {
    List<Access.Right> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  private void add(Finding finding) {
    missing |= finding.missing();
    output.accept(finding);
  }

  private void good(String subject, String found) {
    add(new Finding(State.GOOD, subject, found, ""));
  }

  private void poor(String subject, String found, String advice) {
    add(new Finding(State.MISSING, subject, found, advice));
  }
}
