package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.encryption.EncryptionProof;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is observed of services with two processes behind the model of Istio's sidecars. */
class ReplicaEvidenceTest {
  private static final String VARIANT = "istio-mtls replicas=2";
  private static final String REQUESTS = "http.inbound_order.downstream_rq_total";

  @TempDir Path folder;
  private DataPlane plane;

  @BeforeEach
  void design() throws Exception {
    plane =
        SampleVariants.design(VARIANT)
            .local(SampleSite.in(folder, SampleVariants.topology(VARIANT)));
  }

  @Test
  void everyProcessHasAWireOfItsOwn() {
    assertThat(Wire.ofReplicas(plane)).hasSize(2 * Wire.of(plane).size());
    assertThat(Wire.ofReplicas(plane).stream().map(Wire::subject))
        .contains("gateway → order", "gateway → order (order-2)");
    assertThat(Wire.ofReplicas(plane).stream().map(Wire::address)).doesNotHaveDuplicates();
    assertThat(plane.crossings()).hasSize(2 * Wire.of(plane).size());
  }

  @Test
  void plaintextBeforeOneProcessIsFoundThere() {
    Map<Address, Sighting> seen = new HashMap<>();
    plane.crossings().forEach(it -> seen.put(it, new Sighting(Map.of(TrafficKind.TLS, 40L))));
    Address second = plane.replicas().wire().get(new Replica("order", 2));
    seen.put(second, new Sighting(Map.of(TrafficKind.HTTP1, 40L)));

    List<Evidence> found =
        new EncryptionProof(
                plane, new Guarantees(Proxies.BOTH_SIDES, true), new CallBounds(plane, Map.of()))
            .evidence(new WireSightings(List.of("a test"), seen), window(Map.of()));

    assertThat(found)
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .containsExactly("gateway → order (order-2)");
  }

  @Test
  void proxiesOfAServiceCountTogether() {
    ProxyCounters both = window(Map.of("order-proxy", 40.0, "order-2-proxy", 2.0));
    Listener order = both.inbound("order").orElseThrow();

    assertThat(both.requests(order)).isEqualTo(42);
  }

  @Test
  void aProxyThatWasNotReadLeavesTheServiceUnknown() {
    ProxyCounters one = window(Map.of("order-proxy", 40.0));

    assertThat(one.known(one.inbound("order").orElseThrow())).isFalse();
  }

  @Test
  void everyProcessCallsThroughItsOwnProxy() {
    assertThat(plane.proxies())
        .extracting(it -> it.name(), it -> it.workload())
        .contains(tuple("order-proxy", "order"), tuple("order-2-proxy", "order-2"));
    plane.dial().keySet().stream()
        .filter(hop -> hop.client().equals("order"))
        .forEach(
            hop ->
                assertThat(plane.dialled(new Replica("order", 2), hop))
                    .hasSize(1)
                    .doesNotContain(plane.dial().get(hop)));
  }

  private ProxyCounters window(Map<String, Double> requests) {
    Map<String, Counters> before = new HashMap<>();
    Map<String, Counters> after = new HashMap<>();
    requests.forEach(
        (proxy, count) -> {
          before.put(proxy, Counters.of(Map.of(REQUESTS, 0.0)));
          after.put(proxy, Counters.of(Map.of(REQUESTS, count)));
        });
    return new ProxyCounters(plane, before, after);
  }
}
