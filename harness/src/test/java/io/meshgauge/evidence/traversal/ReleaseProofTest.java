package io.meshgauge.evidence.traversal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseProofTest {
  @TempDir Path folder;

  @Test
  void everyProxyMustReportTheRequestedRelease() throws IOException {
    DataPlane plane = plane(Variant.plain("envoy").with("version", "1.39.3"));
    assertThat(plane.proxies()).allMatch(it -> it.type().program().equals("envoy@1.39.3"));

    Map<String, ProxyRules> reported = new TreeMap<>();
    for (ProxyProcess proxy : plane.proxies()) {
      reported.put(proxy.name(), rules("1.39.3"));
    }
    assertThat(ReleaseProof.evidence(plane, reported)).hasSize(6).allMatch(Evidence::proven);

    reported.put("order-proxy", rules("1.40.0"));
    reported.put("auth-proxy", rules(""));
    reported.remove("payment-proxy");
    assertThat(ReleaseProof.evidence(plane, reported))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject, Evidence::verdict, Evidence::observed)
        .containsExactlyInAnyOrder(
            tuple("order-proxy, release", Verdict.DISPROVEN, "1.40.0"),
            tuple("auth-proxy, release", Verdict.MISSING, "the proxy reported none"),
            tuple("payment-proxy, release", Verdict.MISSING, "the proxy reported none"));
  }

  @Test
  void theFaultStartsTheUsualReleaseUnderTheClaimOfAnother() throws IOException {
    DataPlane plane =
        plane(Variant.plain("istio-mtls").with("version", "1.39.3").with("fault", "other-version"));

    assertThat(plane.proxies())
        .allMatch(it -> it.type().program().equals("envoy"))
        .allMatch(it -> it.release().equals("1.39.3"));
  }

  @Test
  void whereNoReleaseIsRequestedNothingIsClaimed() throws IOException {
    assertThat(ReleaseProof.evidence(plane(Variant.plain("envoy")), Map.of())).isEmpty();
  }

  private DataPlane plane(Variant variant) throws IOException {
    return Products.named(variant.mesh()).design(variant).local(SampleSite.in(folder));
  }

  private static ProxyRules rules(String version) {
    return new ProxyRules(Map.of(), Map.of(), List.of()).of(version);
  }
}
