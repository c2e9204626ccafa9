package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from the counters of one proxy before every service. */
@Tag("rule-13")
class BalancedTraversalTest {
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 60, 200),
          Loads.fine("checkout", 30, 201),
          Loads.fine("forbidden", 6, 403),
          Loads.fine("unauthenticated", 4, 401));

  @TempDir Path folder;
  private Product mesh;
  private DataPlane plane;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();
  private final Map<String, Long> served = new TreeMap<>();

  @BeforeEach
  void everythingAsItShouldBe() throws IOException {
    mesh = Products.named("haproxy");
    Variant variant = Variant.plain("haproxy");
    plane =
        mesh.design(variant)
            .local(SampleSite.in(folder, mesh.design(variant).topology(SampleServices.ALL)));
    carried("gateway", 50, 50);
    carried("auth", 48, 48);
    carried("order", 45, 45);
    carried("payment", 15, 15);
    carried("logging", 7, 5);
  }

  @Test
  void whatTheBalancersTookAndTheReplicasServedProvesTraversal() {
    assertThat(traversal())
        .hasSize(10)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::subject)
        .contains("load → gateway, before the server", "order → payment, behind the proxy");
  }

  @Test
  void requestsThatBypassedTheBalancerDisproveIt() {
    after.get("order-balancer").merge("order.FRONTEND.req_tot", -1.0, Double::sum);

    assertThat(traversal())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .containsExactly("gateway → order, before the server", "gateway → order, behind the proxy");
  }

  @Test
  void callsOfAReplicaPastItsBalancerDisproveIt() {
    served.merge("payment-2", 3L, Long::sum);

    assertThat(traversal())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("order → payment, behind the proxy");
              assertThat(it.observed()).isEqualTo("33 requests served");
            });
  }

  @Test
  void whatWasSentAgainIsExpectedOfTheReplicas() {
    after.get("order-balancer").put("order.BACKEND.wretr", 2.0);
    served.merge("order", 2L, Long::sum);

    assertThat(traversal()).allMatch(Evidence::proven, "proven");
  }

  @Test
  void aBalancerThatWasNotReadLeavesEvidenceMissing() {
    after.remove("auth-balancer");

    assertThat(traversal())
        .filteredOn(it -> it.verdict() == Verdict.MISSING)
        .extracting(Evidence::subject)
        .containsExactly("gateway → auth, before the server", "gateway → auth, behind the proxy");
  }

  private void carried(String service, long first, long second) {
    after.put(
        service + "-balancer",
        new TreeMap<>(Map.of(service + ".FRONTEND.req_tot", (double) first + second)));
    served.put(service, first);
    served.put(service + "-2", second);
  }

  private List<Evidence> traversal() {
    Map<String, Counters> before =
        after.keySet().stream().collect(Collectors.toMap(name -> name, name -> Counters.NONE));
    Map<String, Counters> now =
        after.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> Counters.of(it.getValue())));
    ProxyCounters counters = new ProxyCounters(plane, before, now);
    return new TraversalProof(plane, mesh.claims(Variant.plain(mesh.descriptor().key())))
        .evidence(counters, LOAD, served);
  }
}
