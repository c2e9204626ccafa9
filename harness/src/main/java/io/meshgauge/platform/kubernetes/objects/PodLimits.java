package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.design.ClusterDesign.ProxyContainer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limits of the containers in a service's pods. A request above its limit, which the API server
 * would refuse, is lowered to it.
 *
 * @param limits of the arm
 * @param proxy container of the proxy in the same pods; empty where there is none
 */
record PodLimits(Limits limits, Optional<String> proxy) {
  private static final Keys OF_CONTAINER = new Keys("cpu", "cpu", "memory", "memory");

  /** Annotations with requests and limits for the proxies that meshes inject. */
  private static final Map<String, Keys> INJECTED =
      Map.of(
          "istio-proxy",
          new Keys(
              "sidecar.istio.io/proxyCPU",
              "sidecar.istio.io/proxyCPULimit",
              "sidecar.istio.io/proxyMemory",
              "sidecar.istio.io/proxyMemoryLimit"),
          "linkerd-proxy",
          new Keys(
              "config.linkerd.io/proxy-cpu-request",
              "config.linkerd.io/proxy-cpu-limit",
              "config.linkerd.io/proxy-memory-request",
              "config.linkerd.io/proxy-memory-limit"));

  /** Where requests and limits are written. */
  private record Keys(String cpu, String cpuLimit, String memory, String memoryLimit) {}

  /** The limits of a deployment. */
  static PodLimits of(Order order) {
    return new PodLimits(
        order.limits(), order.design().kubernetes().proxy().map(ProxyContainer::name));
  }

  /**
   * Limits the pods of a service's Deployment.
   *
   * @throws PlatformException when there is no such container
   */
  void put(ObjectNode deployment, String service) {
    Limit own = limits.applied(Part.APPLICATION, service);
    if (own.any()) {
      container(container(deployment, service), own);
    }
    Limit ofProxy = limits.applied(Part.DATA_PLANE, service + "-proxy");
    if (ofProxy.any() && proxy.isPresent()) {
      Keys keys = INJECTED.get(proxy.get());
      if (keys == null) {
        container(container(deployment, proxy.get()), ofProxy);
      } else {
        ObjectNode annotations = deployment.withObject("/spec/template/metadata/annotations");
        put(annotations, annotations, keys, ofProxy);
      }
    }
  }

  private static ObjectNode container(ObjectNode deployment, String name) {
    List<ObjectNode> all = Manifest.containers(deployment).toList();
    return all.stream()
        .filter(it -> name(it).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new PlatformException(
                    "%s has no container '%s' whose limit could be set; it has %s"
                        .formatted(
                            Manifest.title(deployment),
                            name,
                            all.stream().map(PodLimits::name).toList())));
  }

  private static String name(ObjectNode container) {
    return container.path("name").asText();
  }

  private static void container(ObjectNode container, Limit limit) {
    put(
        container.withObject("/resources/limits"),
        container.withObject("/resources/requests"),
        OF_CONTAINER,
        limit);
  }

  private static void put(ObjectNode limits, ObjectNode requests, Keys keys, Limit limit) {
    limit
        .cores()
        .ifPresent(
            cores -> {
              limits.put(keys.cpuLimit(), milli(cores));
              lower(requests, keys.cpu(), milli(cores));
            });
    limit
        .bytes()
        .ifPresent(
            bytes -> {
              limits.put(keys.memoryLimit(), Long.toString(bytes));
              lower(requests, keys.memory(), Long.toString(bytes));
            });
  }

  /** A request that is above the limit becomes it. */
  private static void lower(ObjectNode requests, String key, String limit) {
    JsonNode request = requests.path(key);
    if (!request.isMissingNode() && amount(request.asText()).compareTo(amount(limit)) > 0) {
      requests.put(key, limit);
    }
  }

  private static BigDecimal amount(String text) {
    return Quantity.getAmountInBytes(new Quantity(text));
  }

  private static String milli(double cores) {
    return Math.round(cores * 1e3) + "m";
  }
}
