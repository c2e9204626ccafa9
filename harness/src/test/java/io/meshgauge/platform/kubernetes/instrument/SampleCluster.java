package io.meshgauge.platform.kubernetes.instrument;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.Observed;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.ObserverPod;
import io.meshgauge.platform.kubernetes.mesh.MeshParts;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.design.ClusterDesign;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A cluster of one node, whose API server and observer are those of a test. */
final class SampleCluster {
  private SampleCluster() {}

  static KubernetesClient client(Address apiServer) {
    return new KubernetesClientBuilder()
        .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl("http://" + apiServer).build())
        .build();
  }

  /** A registry without pods. */
  static PodRegistry registry(ClusterDesign design) {
    return new PodRegistry(
        design,
        PodFacts.SHIPPED,
        (pod, port) -> {
          throw new PlatformException("nothing is forwarded here");
        });
  }

  static Cluster of(
      KubernetesClient client,
      ClusterDesign design,
      PodRegistry registry,
      ObserverPod observer,
      String namespace) {
    MeshParts parts = new MeshParts(client, namespace, design);
    return new Cluster(
        client,
        design,
        registry,
        parts,
        () -> new Observed(List.of(observer), List.of()),
        () -> observer,
        namespace,
        namespace);
  }

  /** Answers a request with a text. */
  static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
