package io.meshgauge.platform.kubernetes.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.observer.ObserverException;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.ObserverPod;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.design.ClusterDesign;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of one node, whose observer returns values of the test. */
@Timeout(60)
class ClusterMeterTest {
  private static final String ORDER = "a".repeat(64);
  private static final String ISTIOD = "b".repeat(64);

  private final Map<String, Double> cpu = new ConcurrentHashMap<>();
  private volatile String machine = "";
  private volatile boolean broken;
  private volatile long look = 1_795_282_600_000L;
  private HttpServer node;
  private ObserverClient observer;
  private KubernetesClient client;

  @BeforeEach
  void open() throws IOException {
    node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    node.createContext("/machine", exchange -> answer(exchange, machine));
    node.createContext(
        "/facts", exchange -> answer(exchange, "{\"cpus\":4,\"memoryBytes\":0,\"epochMicros\":0}"));
    node.createContext("/totals", exchange -> answer(exchange, totals()));
    node.createContext(
        "/api/v1/nodes/n1/proxy/metrics/cadvisor", exchange -> answer(exchange, page()));
    node.start();
    Address address = Address.loopback(node.getAddress().getPort());
    observer = new ObserverClient(() -> address, Thread::new);
    client = SampleCluster.client(address);
    says(1.0, 5.0, 100, 1000);
  }

  @AfterEach
  void close() {
    observer.close();
    client.close();
    node.stop(0);
  }

  @Test
  void cpuIsMeasuredBetweenTheReadingsNextToTheLoad() {
    try (ClusterMeter meter = meter()) {
      says(1.5, 5.2, 150, 1500);
      meter.startAgain(Instant.now().plusSeconds(3600));
      says(4.0, 5.3, 450, 1900);
      Instruments.Reading reading = meter.finish();

      assertThat(use(reading, "order")).isCloseTo(2.5, within(1e-9));
      assertThat(use(reading, "istiod-1/discovery")).isCloseTo(0.1, within(1e-9));
      assertThat(reading.machine().busy()).isCloseTo(300 / 400.0, within(1e-9));
      assertThat(reading.files().get("cadvisor/how.txt"))
          .startsWith("CPU by the nodes' kernels, read at the edges of the window");
      assertThat(meter.caveat()).isEmpty();
    }
  }

  @Test
  void readingTakenAfterTheStartOfTheLoadIsDiscarded() {
    try (ClusterMeter meter = meter()) {
      says(1.5, 5.2, 150, 1500);
      meter.startAgain(Instant.now().minusSeconds(1));
      says(4.0, 5.3, 450, 1900);
      Instruments.Reading reading = meter.finish();

      assertThat(use(reading, "order")).isCloseTo(3.0, within(1e-9));
      assertThat(reading.machine().busy()).isCloseTo(350 / 900.0, within(1e-9));
    }
  }

  @Test
  void containerWithHiddenProcessesIsNamed() {
    cpu.remove(ISTIOD);
    try (ClusterMeter meter = meter()) {
      assertThat(meter.caveat())
          .hasValue(
              "The nodes' kernels do not show the processes of istiod-1/discovery: CPU of all"
                  + " containers is by cAdvisor's counters, awaited around every window.");
      assertThat(meter.finish().files().get("cadvisor/how.txt"))
          .startsWith("cAdvisor's counters, read at rest");
    }
  }

  @Test
  void failingObserverLeavesNoThreadBehind() {
    broken = true;

    assertThatThrownBy(this::meter).isInstanceOf(ObserverException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("container-metrics");
  }

  private ClusterMeter meter() {
    return new ClusterMeter(cluster(), part -> false, Limits.NONE);
  }

  private Cluster cluster() {
    ClusterDesign design =
        Products.named("istio-mtls").design(Variant.plain("istio-mtls")).kubernetes();
    PodRegistry registry = SampleCluster.registry(design);
    registry.load("order", "order", pod());
    // None of ours is in that namespace, so that no pod has a network to be read.
    return SampleCluster.of(
        client, design, registry, new ObserverPod("n1", "unused", observer), "elsewhere");
  }

  private static Pod pod() {
    return Serialization.unmarshal(
        """
        metadata: {name: order-1, namespace: ours}
        spec: {nodeName: n1}
        status: {containerStatuses: [{name: order, containerID: 'containerd://%s'}]}
        """
            .formatted(ORDER),
        Pod.class);
  }

  /** A kubelet that samples every container on each request. */
  private String page() {
    look += 1000;
    return page("ours", "order-1", "order", ORDER)
        + page("istio-system", "istiod-1", "discovery", ISTIOD);
  }

  private String page(String namespace, String pod, String container, String id) {
    String labels =
        "container=\"%s\",id=\"/kubepods/pod1/%s\",namespace=\"%s\",pod=\"%s\""
            .formatted(container, id, namespace, pod);
    return "container_cpu_usage_seconds_total{%s} 1 %d\n".formatted(labels, look)
        + "container_memory_working_set_bytes{%s} 100 %d\n".formatted(labels, look);
  }

  private void says(double order, double istiod, long busy, long all) {
    cpu.put(ORDER, order);
    cpu.put(ISTIOD, istiod);
    machine =
        "{\"busy\":%d,\"interrupts\":0,\"own\":0,\"stolen\":0,\"all\":%d}".formatted(busy, all);
  }

  private String totals() {
    List<String> known =
        cpu.entrySet().stream()
            .map(
                it ->
                    "\"%s\":{\"cpuSeconds\":%s,\"residentBytes\":7}"
                        .formatted(
                            it.getKey().equals(ORDER) ? "order" : "istiod-1/discovery",
                            it.getValue()))
            .toList();
    return "{\"containers\":{%s}}".formatted(String.join(",", known));
  }

  private void answer(HttpExchange exchange, String text) throws IOException {
    boolean refused = broken && exchange.getRequestURI().getPath().equals("/machine");
    SampleCluster.answer(
        exchange, refused ? 409 : 200, refused ? "{\"error\":\"no /proc/stat\"}" : text);
  }

  private static double use(Instruments.Reading reading, String container) {
    return reading.uses().stream()
        .filter(it -> it.container().equals(container))
        .mapToDouble(ResourceUse::cpuSeconds)
        .findFirst()
        .orElseThrow();
  }
}
