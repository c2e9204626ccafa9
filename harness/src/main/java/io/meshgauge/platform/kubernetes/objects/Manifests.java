package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.application.Composition;
import io.meshgauge.platform.kubernetes.application.UserManifests;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ClusterDesign.Collector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Renders the manifests in {@code k8s/}, and fills in keys, settings, images and arguments.
 *
 * @param folder {@code k8s}
 * @param images names of the project's images on this cluster
 * @param arms that divide the CPU requests of one among them
 * @param own manifests of the application; empty if they are the project's
 */
public record Manifests(Path folder, Images images, int arms, Optional<UserManifests> own) {
  private static final String SCRAPED = "prometheus.io/scrape";
  private static final String PROMETHEUS = "prometheus.yml";
  private static final long MAX_SCRAPE_TIMEOUT_SECONDS = 10;

  /** Manifests of arms that are deployed one after the other. */
  public Manifests(Path folder, Images images) {
    this(folder, images, 1, Optional.empty());
  }

  /** The same with the manifests of an application. */
  public Manifests with(Optional<UserManifests> manifests) {
    return new Manifests(folder, images, arms, manifests);
  }

  /** The same for arms that are deployed at the same time. */
  public Manifests sharedBy(int others) {
    return new Manifests(folder, images, others, own);
  }

  /** The services under a mesh, or the two ends of a TCP stream. */
  public List<ObjectNode> services(String overlay, Order order) {
    ClusterDesign design = order.design().kubernetes();
    if (!isStream(order.topology()) && own.isPresent()) {
      return application(composition(overlay).orElseThrow(), design, order.topology());
    }
    List<ObjectNode> objects = shipped(overlay, design, order.topology());
    String jwks = read(order.identities().resolve("jwks.json"));
    for (ObjectNode object : objects) {
      switch (Manifest.kind(object)) {
        case "ConfigMap" -> {
          if (Manifest.name(object).equals("jwks")) {
            object.withObjectProperty("data").put("jwks.json", jwks);
          } else if (Manifest.name(object).equals("knobs")) {
            order.knobs().forEach((name, value) -> knob(object, name, value));
          }
        }
        case "Secret" -> {
          for (String file : design.front().map(ClusterDesign.Front::keys).orElse(List.of())) {
            secret(object, file, order.identities().resolve(file));
          }
        }
        case "RequestAuthentication" -> {
          for (JsonNode rule : object.path("spec").path("jwtRules")) {
            ((ObjectNode) rule).put("jwks", jwks);
          }
        }
        case "Deployment" -> {
          Manifest.label(object, part(object));
          Manifest.labelPods(object, design.podLabels(Manifest.name(object)));
          if (order.topology().services().contains(service(object))) {
            Manifest.labelPods(object, Map.of(ClusterDesign.SERVICE_LABEL, service(object)));
            scraped(object, order.topology().service(service(object)));
            PodLimits.of(order).put(object, service(object));
          }
        }
        default -> {}
      }
      complete(object);
    }
    return objects;
  }

  /** Sets what depends on the cluster, and on the arms that share it. */
  private void complete(ObjectNode object) {
    images.put(object);
    new CpuShares(arms).divide(object);
  }

  /** Completes the annotations of an overlay that has a service's metrics page scraped. */
  private static void scraped(ObjectNode deployment, Service service) {
    JsonNode annotations = deployment.at("/spec/template/metadata/annotations");
    if (annotations instanceof ObjectNode all && all.has(SCRAPED)) {
      Service.Pages pages = service.pages();
      int port = pages.apart() ? pages.port() : service.port();
      all.put("prometheus.io/port", Integer.toString(port));
      all.put("prometheus.io/path", pages.metrics());
    }
  }

  /** The load's own objects, for an application that runs already. */
  public List<ObjectNode> load(Address entry) {
    List<ObjectNode> objects = Kustomization.render(folder.resolve("application"));
    Composition.enter(objects, entry);
    return objects;
  }

  /** The load's own objects and its workers, without the values of a run. */
  public List<ObjectNode> loadAlone(String overlay) {
    List<ObjectNode> all = new ArrayList<>(Kustomization.render(folder.resolve("application")));
    all.addAll(mesh(overlay + "/load"));
    return all;
  }

  private static boolean isStream(Topology topology) {
    return topology.equals(Topology.STREAM);
  }

  /** The project's own objects, without the values of a run. */
  private List<ObjectNode> shipped(String overlay, ClusterDesign design, Topology topology) {
    return isStream(topology)
        ? mesh(overlay + "/tcp")
        : Replicas.of(
            merged(called(mesh(overlay), topology), design.objects(topology)), topology, design);
  }

  /** All objects that the arms of a design consist of under a topology, without their values. */
  public List<ObjectNode> described(ClusterDesign design, Topology topology) {
    String overlay = design.overlay();
    List<ObjectNode> all = new ArrayList<>();
    design.collectors().forEach(it -> all.addAll(collector(it)));
    if (isStream(topology)) {
      all.addAll(shipped(overlay, design, topology));
      return all;
    }
    all.addAll(
        composition(overlay)
            .map(it -> application(it, design, topology))
            .orElseGet(() -> shipped(overlay, design, topology)));
    all.addAll(mesh(overlay + "/load"));
    design.limits(topology).stream().map(Kustomization::object).forEach(all::add);
    return all;
  }

  /** The same services as in {@link #described} without a mesh. */
  public List<ObjectNode> plain(ClusterDesign design, Topology topology) {
    if (isStream(topology)) {
      return mesh(Variant.BASELINE + "/tcp");
    }
    List<ObjectNode> all = new ArrayList<>(mesh(Variant.BASELINE + "/load"));
    all.addAll(
        composition(Variant.BASELINE)
            .map(it -> it.of(topology))
            .orElseGet(
                () -> Replicas.of(called(mesh(Variant.BASELINE), topology), topology, design)));
    return all;
  }

  /** The service of a Deployment of the project. */
  private static String service(ObjectNode deployment) {
    return deployment.at("/spec/template/metadata/labels/app").asText();
  }

  /** An application's own manifests under a mesh; those that no load reaches are not awaited. */
  private List<ObjectNode> application(
      Composition composition, ClusterDesign design, Topology topology) {
    List<ObjectNode> objects = merged(composition.of(topology), design.objects(topology));
    for (ObjectNode object : objects) {
      String service =
          object.at("/spec/template/metadata/labels").path(ClusterDesign.SERVICE_LABEL).asText("");
      if (!service.isEmpty()) {
        Manifest.label(
            object, topology.services().contains(service) ? Labels.SERVICES : Labels.OTHERS);
        Manifest.labelPods(object, design.podLabels(service));
        new CpuShares(arms).divide(object);
      }
    }
    return objects;
  }

  /** What is known of the pods by the manifests. */
  public PodFacts facts(String overlay, Topology topology) {
    return isStream(topology)
        ? PodFacts.SHIPPED
        : composition(overlay).map(it -> it.facts(topology)).orElse(PodFacts.SHIPPED);
  }

  private Optional<Composition> composition(String overlay) {
    Path additions = folder.resolve("mesh").resolve(overlay).resolve("application");
    return own.map(it -> new Composition(it, additions));
  }

  private static List<ObjectNode> called(List<ObjectNode> objects, Topology topology) {
    return topology.entry().isEmpty() ? DirectCalls.of(objects, topology) : objects;
  }

  /** Teardown waits for the pods of the trial, not for those of the session. */
  private static Map<String, String> part(ObjectNode deployment) {
    if (Manifest.isFront(deployment)) {
      return Labels.BALANCERS;
    }
    return Manifest.name(deployment).equals(Topology.LOAD) ? Labels.LOAD : Labels.SERVICES;
  }

  /**
   * Writes the configuration of load balancers.
   *
   * @param fronts all objects of all load balancers
   * @param file key in a ConfigMap
   * @param texts its value, by the name of the map
   * @throws PlatformException if a map or a text has no counterpart
   */
  public static void configure(List<ObjectNode> fronts, String file, Map<String, String> texts) {
    Map<String, ObjectNode> maps = new TreeMap<>();
    fronts.stream()
        .filter(it -> Manifest.kind(it).equals("ConfigMap"))
        .forEach(it -> maps.put(Manifest.name(it), it));
    if (!maps.keySet().equals(texts.keySet())) {
      throw new PlatformException(
          "configurations of the load balancers %s; expected those of %s, whose ConfigMaps the overlay has"
              .formatted(texts.keySet(), maps.keySet()));
    }
    texts.forEach(
        (name, text) ->
            Objects.requireNonNull(maps.get(name)).withObjectProperty("data").put(file, text));
  }

  /** Adds objects of the variant; they replace objects of the same kind and name. */
  private static List<ObjectNode> merged(List<ObjectNode> overlay, List<String> objects) {
    Map<String, ObjectNode> merged = new LinkedHashMap<>();
    overlay.forEach(object -> merged.put(Manifest.title(object), object));
    objects.stream()
        .map(Kustomization::object)
        .forEach(object -> merged.put(Manifest.title(object), object));
    return new ArrayList<>(merged.values());
  }

  /** The load workers under a mesh. */
  public List<ObjectNode> workers(String overlay, WorkerOrder work, int workers) {
    List<ObjectNode> objects = new WorkerJobs(work, workers).fill(mesh(overlay + "/load"));
    objects.forEach(this::complete);
    return objects;
  }

  /** The observer pod of a node. */
  public ObjectNode observer(String node) {
    ObjectNode pod = Kustomization.documents(folder.resolve("observer/pod.yaml")).get(0);
    pod.withObjectProperty("metadata").put("name", "observer-" + node);
    pod.withObjectProperty("spec").put("nodeName", node);
    images.put(pod);
    return pod;
  }

  /** The pod outside the mesh. */
  public ObjectNode outsider(String node) {
    ObjectNode pod = Kustomization.documents(folder.resolve("observer/outsider.yaml")).get(0);
    pod.withObjectProperty("spec").put("nodeName", node);
    images.put(pod);
    return pod;
  }

  /** A telemetry collector; its configuration receives the scrape interval. */
  public List<ObjectNode> collector(Collector collector) {
    List<ObjectNode> objects =
        Kustomization.render(folder.resolve("telemetry").resolve(collector.name()));
    for (ObjectNode object : objects) {
      switch (Manifest.kind(object)) {
        case "ConfigMap" ->
            collector
                .interval()
                .ifPresent(it -> interval(object.withObjectProperty("data"), it.toSeconds()));
        case "Deployment" -> Manifest.label(object, Labels.TELEMETRY);
        default -> {}
      }
      complete(object);
    }
    return objects;
  }

  private static void interval(ObjectNode data, long seconds) {
    ObjectNode configuration = Kustomization.object(data.path(PROMETHEUS).asText());
    configuration
        .withObjectProperty("global")
        .put("scrape_interval", seconds + "s")
        .put("scrape_timeout", Math.min(MAX_SCRAPE_TIMEOUT_SECONDS, seconds) + "s");
    data.put(PROMETHEUS, configuration.toPrettyString());
  }

  private List<ObjectNode> mesh(String overlay) {
    return Kustomization.render(folder.resolve("mesh").resolve(overlay));
  }

  /** Spring reads a property from the environment in upper case, without dashes. */
  private static void knob(ObjectNode configMap, String name, String value) {
    configMap.withObjectProperty("data").put(variable(name), value);
  }

  /** The environment variable of a service setting. */
  static String variable(String knob) {
    String property = knob.contains(".") ? knob : "meshgauge.knob." + knob;
    return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  static void secret(ObjectNode secret, String key, Path file) {
    secret.withObjectProperty("data").put(key, Base64.getEncoder().encodeToString(bytes(file)));
  }

  static String read(Path file) {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new PlatformException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
