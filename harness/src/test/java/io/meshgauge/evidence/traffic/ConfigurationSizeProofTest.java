package io.meshgauge.evidence.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Size;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from the configuration that proxies report, and from their counts of clusters. */
class ConfigurationSizeProofTest {
  private static final String CLUSTERS = "cluster_manager.active_clusters";
  private static final String RELOADS = "http.outbound_0.0.0.0_8080;.rds.8080.config_reload";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    // synthetic and all clusters reported, clusters before and after the window, verdict
    "40, 43, 43, 43, PROVEN",
    "20, 23, 23, 23, DISPROVEN",
    "41, 44, 44, 44, DISPROVEN",
    "40, 43, 23, 43, DISPROVEN",
    "40, 43, 43, 44, DISPROVEN",
  })
  void everyProxyMustHaveAllServicesAtBothEnds(
      int synthetic, int all, double before, double after, Verdict verdict) throws IOException {
    DataPlane plane = plane("envoy synthetic-services=40");

    List<Evidence> evidence =
        evidence(
            plane,
            new Size(all, synthetic, Map.of()),
            Map.of(CLUSTERS, before),
            Map.of(CLUSTERS, after));

    assertThat(evidence)
        .hasSize(6)
        .allMatch(it -> it.verdict() == verdict)
        .extracting(Evidence::subject)
        .contains("order-proxy, services", "load-proxy, services");
    assertThat(evidence.get(0).observed())
        .isEqualTo(
            "%d synthetic of %d clusters; %.0f clusters before the window, %.0f after it"
                .formatted(synthetic, all, before, after));
  }

  @ParameterizedTest
  @CsvSource({"20, 0, PROVEN", "10, 0, DISPROVEN", "20, 1, DISPROVEN", "0, 0, DISPROVEN"})
  void everyHopMustHaveAllRoutesBeforeItsOwn(int routes, double reloads, Verdict verdict)
      throws IOException {
    DataPlane plane = plane("istio-mtls synthetic-routes=20");
    Map<String, Integer> passed = new TreeMap<>();
    plane.senders().stream()
        .map(Listener::counters)
        .forEach(it -> passed.put(it.destination(), routes));

    List<Evidence> evidence =
        evidence(
            plane, new Size(3, 0, passed), Map.of(RELOADS, 2.0), Map.of(RELOADS, 2.0 + reloads));

    assertThat(evidence)
        .hasSize(plane.senders().size())
        .allMatch(it -> it.verdict() == verdict)
        .extracting(Evidence::subject)
        .contains("gateway → order, routes", "load → gateway, routes");
  }

  @Test
  void aProxyThatSaysNothingLeavesTheProofMissing() throws IOException {
    DataPlane plane = plane("envoy synthetic-services=40");

    assertThat(evidence(plane, new Size(43, 40, Map.of()), Map.of(), Map.of(CLUSTERS, 43.0)))
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  @Test
  void whereNothingIsRequestedNothingIsClaimed() throws IOException {
    assertThat(evidence(plane("envoy"), new Size(3, 0, Map.of()), Map.of(), Map.of())).isEmpty();
  }

  private DataPlane plane(String words) throws IOException {
    return SampleVariants.design(words)
        .local(SampleSite.in(folder, SampleVariants.topology(words)));
  }

  private static List<Evidence> evidence(
      DataPlane plane, Size size, Map<String, Double> before, Map<String, Double> after) {
    Map<String, Counters> first = new TreeMap<>();
    Map<String, Counters> last = new TreeMap<>();
    Map<String, ProxyRules> rules = new TreeMap<>();
    plane
        .proxies()
        .forEach(
            it -> {
              first.put(it.name(), Counters.of(before));
              last.put(it.name(), Counters.of(after));
              rules.put(
                  it.name(), new ProxyRules("", Map.of(), Map.of(), List.of(), Map.of(), size));
            });
    return new ConfigurationSizeProof(plane, first, last, rules).evidence();
  }
}
