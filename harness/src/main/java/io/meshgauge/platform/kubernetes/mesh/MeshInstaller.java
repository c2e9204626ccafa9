package io.meshgauge.platform.kubernetes.mesh;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.experiment.ClusterTarget.Installing;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.mesh.GeneratedObjects.Refusals;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Call;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Installs a mesh with its vendor's CLI and uninstalls it afterwards.
 *
 * <p>Installs a mesh only if no part of it exists, and removes only what it installed. It first
 * records the existing objects in the experiment's namespace, so that the namespace of a dead
 * experiment still shows what to remove.
 */
public final class MeshInstaller {
  /** Prefix of the records' names. */
  static final String RECORD = "installed-";

  private static final String MESH = "mesh";
  private static final String NAMESPACE = "namespace-was-there";
  private static final String DEFINITIONS = "definitions-that-were-there";
  private static final String WRITTEN = "written-objects-that-were-there";
  private static final Wait READY_WAIT = new Wait(Duration.ofMinutes(5), Duration.ofSeconds(1));
  private static final Wait DELETION_WAIT = new Wait(Duration.ofMinutes(3), Duration.ofSeconds(1));

  private final KubernetesClient client;
  private final String context;
  private final String path;
  private final Wait gone;
  private final GeneratedObjects writings;

  /**
   * Creates an installer.
   *
   * @param context of the kubeconfig, passed to the tools
   * @param path where to search for the tools, in the format of the variable PATH
   */
  public MeshInstaller(KubernetesClient client, String context, String path) {
    this(client, context, path, DELETION_WAIT);
  }

  MeshInstaller(KubernetesClient client, String context, String path, Wait gone) {
    this.client = client;
    this.context = context;
    this.path = path;
    this.gone = gone;
    this.writings = new GeneratedObjects(client, gone);
  }

  /** Why a mesh cannot be installed; empty if it can. */
  Optional<String> problem(ControlPlane mesh) {
    Installation how = mesh.installation();
    if (how == null) {
      return Optional.of(
          "%s is not installed by experiments%s; install it yourself: %s"
              .formatted(
                  mesh.title(),
                  mesh.network()
                      ? ", since it would replace the network of all workloads on the cluster"
                      : "",
                  mesh.install()));
    }
    if (VendorTool.find(how.program(), path).isEmpty()) {
      return Optional.of(
          "%s cannot be installed: there is no %s on the PATH; get it from its vendor, or install it otherwise: %s"
              .formatted(mesh.title(), how.program(), mesh.install()));
    }
    // Such a tool prints the namespace too, and deleting it would delete everything else in it.
    if (how.removing().stream().anyMatch(Call::printing) && thereIs(how.namespace())) {
      return Optional.of(
          "%s cannot be installed: there is a namespace %s, and its tool removes everything by deleting that namespace; delete the namespace beforehand if nothing needs it, or install it yourself: %s"
              .formatted(mesh.title(), how.namespace(), mesh.install()));
    }
    return new ControlPlanes(client)
        .unknown(how.needed())
        .map(
            kinds ->
                "%s cannot be installed: its tool needs %s, which the API server does not know, and does not bring them; install it yourself, or only what comes first: %s"
                    .formatted(mesh.title(), kinds, mesh.install()));
  }

  /**
   * Installs a mesh and waits until it is ready.
   *
   * @param record the namespace of the experiment, which receives the record
   * @param options with an optional values file for the tool
   * @return the commands that were run
   * @throws PlatformException if the tool fails or the mesh does not become ready
   */
  String install(ControlPlane mesh, Owner owner, String record, Installing options) {
    Installation how = how(mesh);
    VendorTool tool = tool(how);
    client.resource(record(mesh, how, owner, record)).create();
    for (Call call : how.installing()) {
      byte[] printed = tool.runGuarded(how.command(call, context, options.values()));
      if (call.printing()) {
        client
            .load(new ByteArrayInputStream(printed))
            .items()
            .forEach(
                it ->
                    client
                        .resource(it)
                        .fieldManager(Owner.NAME)
                        .forceConflicts()
                        .serverSideApply());
      }
    }
    ControlPlanes all = new ControlPlanes(client);
    READY_WAIT.untilTrue(
        () -> all.of(mesh).problems().isEmpty(),
        () ->
            "%s was installed and is not ready after %d s: %s"
                .formatted(mesh.title(), READY_WAIT.limit().toSeconds(), all.of(mesh).problems()));
    return "by this experiment: %s (%s)"
        .formatted(describe(how, options.values()), tool.version(how));
  }

  private String describe(Installation how, String values) {
    return how.installing().stream()
        .map(
            call ->
                String.join(" ", how.command(call, context, values))
                    + (call.printing() ? " | kubectl apply --server-side -f -" : ""))
        .collect(Collectors.joining(" && "));
  }

  /** The meshes that an experiment has installed, by the records in its namespace. */
  public List<ControlPlane> installed(String record, List<ControlPlane> known) {
    return records(record).stream()
        .flatMap(
            it ->
                known.stream().filter(mesh -> mesh.name().equals(it.getData().get(MESH))).limit(1))
        .toList();
  }

  private List<ConfigMap> records(String namespace) {
    return client.configMaps().inNamespace(namespace).list().getItems().stream()
        .filter(it -> it.getMetadata().getName().startsWith(RECORD))
        .toList();
  }

  /**
   * Removes a mesh that an experiment has installed, with all objects that did not exist before.
   * Does nothing without a record.
   *
   * @param record the namespace of the experiment
   * @return names of the objects that stay because they existed before
   * @throws PlatformException naming objects that did not exist before and could not be removed
   */
  public List<String> remove(ControlPlane mesh, String record) {
    ConfigMap before = client.configMaps().inNamespace(record).withName(RECORD + mesh.name()).get();
    if (before == null) {
      return List.of();
    }
    Installation how = how(mesh);
    VendorTool tool = tool(how);
    Refusals refused = new Refusals();
    for (Call call : how.removing()) {
      byte[] printed = tool.run(how.command(call, context, ""));
      if (call.printing()) {
        client.load(new ByteArrayInputStream(printed)).items().stream()
            .filter(it -> !wasThere(it, how, before))
            .forEach(it -> refused.deleting(describe(it), () -> client.resource(it).delete()));
      }
    }
    List<String> staying = new ArrayList<>();
    for (CustomResourceDefinition definition : definitions(how)) {
      if (wasThere(definition, how, before)) {
        staying.add("the definition " + definition.getMetadata().getName());
      } else {
        refused.deleting(describe(definition), () -> client.resource(definition).delete());
      }
    }
    boolean kept = Boolean.parseBoolean(before.getData().get(NAMESPACE));
    if (kept) {
      staying.add("the namespace " + how.namespace());
    } else {
      refused.deleting(
          "the namespace " + how.namespace(),
          () -> client.namespaces().withName(how.namespace()).delete());
    }
    staying.addAll(writings.remove(mesh, before.getData().get(WRITTEN), refused));
    refused.none(mesh);
    if (!kept) {
      gone.untilTrue(
          () -> !thereIs(how.namespace()),
          () ->
              "the namespace %s of %s, which this experiment created, still exists after %d s"
                  .formatted(how.namespace(), mesh.title(), gone.limit().toSeconds()));
    }
    client.resource(before).delete();
    return staying;
  }

  /** Whether it is the mesh's namespace or one of its definitions, and existed before. */
  private static boolean wasThere(HasMetadata object, Installation how, ConfigMap before) {
    String name = object.getMetadata().getName();
    return switch (object.getKind()) {
      case "Namespace" ->
          name.equals(how.namespace()) && Boolean.parseBoolean(before.getData().get(NAMESPACE));
      case "CustomResourceDefinition" ->
          Arrays.asList(before.getData().getOrDefault(DEFINITIONS, "").split(",")).contains(name);
      default -> false;
    };
  }

  private static String describe(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }

  private boolean thereIs(String namespace) {
    return client.namespaces().withName(namespace).get() != null;
  }

  /** Records the existing objects, so that they are kept. */
  private ConfigMap record(ControlPlane mesh, Installation how, Owner owner, String namespace) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(RECORD + mesh.name())
        .withNamespace(namespace)
        .withLabels(owner.labels())
        .endMetadata()
        .withData(
            Map.of(
                MESH,
                mesh.name(),
                NAMESPACE,
                Boolean.toString(thereIs(how.namespace())),
                DEFINITIONS,
                definitions(how).stream()
                    .map(it -> it.getMetadata().getName())
                    .collect(Collectors.joining(",")),
                WRITTEN,
                writings.record(how)))
        .build();
  }

  /** The existing definitions of the mesh's own kinds. */
  private List<CustomResourceDefinition> definitions(Installation how) {
    try {
      return client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
          .filter(
              it ->
                  how.groups().stream()
                      .anyMatch(
                          group ->
                              it.getSpec().getGroup().equals(group)
                                  || it.getSpec().getGroup().endsWith("." + group)))
          .toList();
    } catch (KubernetesClientException e) {
      throw ApiServer.failure("the definitions of a mesh's own kinds could not be listed", e);
    }
  }

  private static Installation how(ControlPlane mesh) {
    Installation how = mesh.installation();
    if (how == null) {
      throw new PlatformException(
          "%s is not installed by experiments: %s".formatted(mesh.title(), mesh.install()));
    }
    return how;
  }

  private VendorTool tool(Installation how) {
    return VendorTool.find(how.program(), path)
        .orElseThrow(
            () -> new PlatformException("there is no %s on the PATH".formatted(how.program())));
  }
}
