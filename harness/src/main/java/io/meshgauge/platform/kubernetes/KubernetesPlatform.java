package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.kubernetes.api.Access;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.KubeContext;
import io.meshgauge.platform.kubernetes.api.NodeState;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.api.ServerSide;
import io.meshgauge.platform.kubernetes.application.AttachedApplication;
import io.meshgauge.platform.kubernetes.application.UserManifests;
import io.meshgauge.platform.kubernetes.cluster.ClusterFacts;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods;
import io.meshgauge.platform.kubernetes.mesh.RequiredMeshes;
import io.meshgauge.platform.kubernetes.objects.Images;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.platform.kubernetes.objects.NodeAssignment;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.design.ControlPlane;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The platform of a cluster, reached by a named context of the user's kubeconfig: one namespace per
 * experiment, and further ones for deployments that exist at the same time. These divide the CPU
 * requests of one among them: one arm gets load at a time, and the ratio of requests decides who
 * runs first.
 */
public final class KubernetesPlatform implements Platform {
  private static final String IPERF = "iperf3";

  /** What the pods of an arm with sidecars request, rounded up. */
  private static final double GIB_PER_ARM = 4.2;

  private final ClusterTarget target;
  private final KubernetesClient client;
  private final Owner owner = Owner.fresh();
  private final Manifests manifests;
  private final Images images;
  private final Optional<AttachedApplication> attached;
  private final ClusterFacts facts;
  private final RequiredMeshes meshes;
  private final Teardown teardown = new Teardown();
  private @Nullable KubernetesSession session;
  private SortedMap<String, String> pulled = new TreeMap<>();
  private SortedMap<String, String> known = new TreeMap<>();
  private final SortedMap<String, String> versions = new TreeMap<>();
  private final Deque<ExperimentNamespace> unused = new ArrayDeque<>();
  private int namespaces;

  /**
   * Connects to a cluster.
   *
   * @param home the folder with {@code k8s/}
   * @param source of the application's objects
   * @throws PlatformException if the context does not exist or looks like production
   */
  public KubernetesPlatform(Path home, ClusterTarget target, OnCluster source) {
    this(home, target, source, System.getenv());
  }

  KubernetesPlatform(
      Path home, ClusterTarget target, OnCluster source, Map<String, String> environment) {
    Optional<UserManifests> own =
        Optional.of(source)
            .filter(OnCluster::deploys)
            .map(it -> UserManifests.read(home.resolve(it.manifests())));
    this.target = target;
    KubeContext context = KubeContext.find(target.context(), environment);
    context.refuseProduction(target);
    this.client = context.connect();
    this.images = new Images(target);
    this.manifests = new Manifests(home.resolve("k8s"), images).with(own);
    this.facts = new ClusterFacts(client);
    this.meshes = new RequiredMeshes(client, target);
    this.attached =
        Optional.of(source)
            .filter(OnCluster::attaches)
            .map(it -> new AttachedApplication(client, it.namespace()));
    teardown.add("close the connection", client::close);
  }

  @Override
  public PlatformKind kind() {
    return PlatformKind.KUBERNETES;
  }

  /** {@inheritDoc} Here: the API server, permissions, and the meshes' control planes. */
  @Override
  public List<String> problems(Needs needs) {
    List<String> problems =
        new ArrayList<>(
            manifests
                .own()
                .map(it -> it.problems(needs.services(), !needs.controlPlanes().isEmpty()))
                .orElse(List.of()));
    try {
      client.getKubernetesVersion();
      List<String> missing = access().missing(requestedNamespace(), rights(needs));
      attached.ifPresent(
          it -> missing.addAll(access().missing(it.namespace(), Access.FOR_ATTACHED)));
      if (!missing.isEmpty()) {
        problems.add(
            "the user of context %s may not: %s. The required permissions are in k8s/rbac; grant them with: kubectl apply --server-side -k k8s/rbac"
                .formatted(target.context(), String.join("; ", missing)));
      } else {
        noNode().ifPresent(problems::add);
        problems.addAll(meshes.problems(needs.controlPlanes()));
        attached.ifPresent(it -> problems.addAll(it.problems(needs.services())));
      }
    } catch (KubernetesClientException e) {
      problems.add(
          "the cluster of context %s at %s cannot be used: %s. Is it running, and is the context the right one?"
              .formatted(target.context(), client.getMasterUrl(), ApiServer.reason(e)));
    }
    return problems;
  }

  private Optional<String> noNode() {
    List<Node> nodes = facts.nodes();
    return nodes.stream().anyMatch(NodeState::accepts)
        ? Optional.empty()
        : Optional.of(
            "no node of context %s accepts pods: %s. Make one of them ready, or uncordon it: kubectl uncordon NODE"
                .formatted(target.context(), NodeState.refusals(nodes)));
  }

  private List<Access.Right> rights(Needs needs) {
    List<Access.Right> rights = new ArrayList<>(Access.CLUSTER_WIDE);
    rights.addAll(Access.IN_NAMESPACE);
    manifests.own().ifPresent(it -> rights.addAll(Access.forManifests(it.kinds())));
    rights.addAll(Access.forObjects(needs.controlPlanes()));
    if (!needs.controlPlanes().isEmpty()) {
      rights.addAll(Access.FOR_INSPECTION);
      rights.addAll(Access.forReading(needs.controlPlanes()));
    }
    if (needs.controlPlanes().stream().anyMatch(KubernetesPlatform::servesNodes)) {
      rights.addAll(Access.FOR_NODE_PROXIES);
    }
    if (needs.programs().contains(IPERF)) {
      rights.addAll(Access.FOR_STREAMS);
    }
    return rights;
  }

  private static boolean servesNodes(ControlPlane mesh) {
    return mesh.components().stream().anyMatch(it -> it.kind() == ControlPlane.Kind.DAEMON_SET);
  }

  private Access access() {
    return new Access(client);
  }

  private String requestedNamespace() {
    return target.namedNamespace().orElse("meshgauge-" + owner.session());
  }

  @Override
  public Optional<String> preparation(Needs needs) {
    return Optional.of(
        "Cluster: context %s, namespace %s%s."
            .formatted(
                target.context(),
                requestedNamespace(),
                attached
                    .map(
                        it ->
                            "; the application runs in %s, which is only read"
                                .formatted(it.namespace()))
                    .orElse("")));
  }

  /** {@inheritDoc} Here: creates the namespace, pulls images, and starts the observers. */
  @Override
  public Optional<String> obtain(Needs needs) {
    Optional<String> lack = needs.arms() == 1 ? Optional.empty() : lackOfRoom(needs.arms());
    ExperimentNamespace namespace = takeNamespace();
    giveBack(namespace);
    versions.putAll(meshes.install(needs.controlPlanes(), owner, namespace.name(), teardown));
    pulled = pulled(needs, namespace.name());
    versions.putAll(meshes.versions(needs.controlPlanes()));
    session =
        new KubernetesSession(
            client,
            owner,
            namespace,
            manifests.sharedBy(lack.isEmpty() ? needs.arms() : 1),
            target.workers(),
            new ObserverPods(new ServerSide(client, owner, namespace.name()), manifests, teardown),
            attached);
    return lack;
  }

  /** Digests of all images by name; those of an application that runs already are pulled. */
  private SortedMap<String, String> pulled(Needs needs, String namespace) {
    Needs ours = attached.isPresent() ? new Needs(needs.programs(), needs.controlPlanes()) : needs;
    SortedMap<String, String> digests =
        images.pull(
            client.adapt(NamespacedKubernetesClient.class).inNamespace(namespace),
            owner,
            facts.open(),
            ours,
            manifests.own().map(UserManifests::images).orElseGet(TreeSet::new));
    attached.ifPresent(it -> digests.putAll(it.images(needs.services())));
    return digests;
  }

  private Optional<String> lackOfRoom(int arms) {
    if (target.namedNamespace().isPresent()) {
      return Optional.of(
          "the namespace %s is given, and arms that are deployed at the same time need one each"
              .formatted(requestedNamespace()));
    }
    int nodes = ApiServer.ask("the nodes", facts::open).size();
    double needed = arms * GIB_PER_ARM / Math.max(1, NodeAssignment.used(nodes));
    double free = ApiServer.ask("the head-room of the cluster", facts::freeGib);
    return free >= needed
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "all %d arms at once request up to %.0f GiB of memory of a node, and %.1f GiB are free"
                    + " on one",
                arms,
                needed,
                free));
  }

  /** A namespace without a deployment, created if all have one. */
  private synchronized ExperimentNamespace takeNamespace() {
    if (!unused.isEmpty()) {
      return unused.remove();
    }
    namespaces++;
    String name = namespaces == 1 ? requestedNamespace() : requestedNamespace() + "-" + namespaces;
    ExperimentNamespace namespace = ExperimentNamespace.create(client, owner, name);
    teardown.add("delete the namespace " + name, namespace::close);
    return namespace;
  }

  private synchronized void giveBack(ExperimentNamespace namespace) {
    unused.add(namespace);
  }

  @Override
  public Environment environment(List<Service> services) {
    SortedMap<String, String> all = lastingFacts();
    all.put("load workers", Integer.toString(target.workers()));
    all.put("precedence", "load workers by their CPU requests, one processor in all");
    all.putAll(versions);
    pulled.forEach((image, digest) -> all.put("image." + image, digest));
    return new Environment(all);
  }

  /** Cached, so that the facts stay known while the API server is unreachable. */
  private SortedMap<String, String> lastingFacts() {
    try {
      known = facts.lasting();
    } catch (KubernetesClientException e) {
      if (known.isEmpty()) {
        throw ApiServer.failure("the facts of the cluster", e);
      }
    }
    return new TreeMap<>(known);
  }

  @Override
  public Map<String, String> conditions() {
    return ApiServer.ask("the head-room of the cluster", facts::passing);
  }

  /** The deployment of an order: of the services themselves, unless the session's run already. */
  private static KubernetesDeployment deployment(
      KubernetesSession session, Order order, Teardown.Action last) {
    return session
        .attached()
        .<KubernetesDeployment>map(it -> new AttachedDeployment(session, order, it, last))
        .orElseGet(() -> new ServicesDeployment(session, order, last));
  }

  @Override
  public Deployment deploy(Order order) {
    if (session == null) {
      throw new IllegalStateException("obtain() comes before deploy()");
    }
    ExperimentNamespace namespace = takeNamespace();
    KubernetesDeployment deployment =
        deployment(session.in(namespace), order, () -> giveBack(namespace));
    teardown.add("delete the deployment", deployment::close);
    try {
      deployment.start();
      return deployment;
    } catch (RuntimeException e) {
      deployment.diagnose();
      closeAfter(e, deployment);
      throw e instanceof KubernetesClientException refused
          ? ApiServer.failure("the deployment", refused)
          : e;
    }
  }

  private static void closeAfter(RuntimeException failure, Deployment deployment) {
    try {
      deployment.close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    teardown.close();
  }
}
