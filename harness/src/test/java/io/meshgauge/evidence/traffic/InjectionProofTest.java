package io.meshgauge.evidence.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.Counters;
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

/** What follows from the faults that callers' proxies counted. */
class InjectionProofTest {
  private static final String FAULTS = ".fault.";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "600, 61, PROVEN",
    "600, 0, DISPROVEN",
    "600, 120, DISPROVEN",
    "600, 600, DISPROVEN",
    "50, 5, MISSING",
    "0, 0, MISSING",
  })
  void theCountedDelaysDecide(double calls, double delays, Verdict verdict) throws IOException {
    DataPlane plane = plane("istio-mtls inject-delay=10ms+10%");

    assertThat(evidence(plane, Map.of("gateway-proxy", page("order", calls, delays, 0))))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("calls of order, injected delays of 10 ms");
              assertThat(it.expected()).isEqualTo("10 %% of %.0f calls".formatted(calls));
              assertThat(it.verdict()).isEqualTo(verdict);
            });
  }

  @Test
  void callsOfAllCallersCountTogether() throws IOException {
    DataPlane plane =
        plane("envoy inject-delay=10ms+50% inject-abort=503+10% inject-service=logging");
    Map<String, Map<String, Double>> pages =
        Map.of(
            "order-proxy", page("logging", 500, 250, 48),
            "payment-proxy", page("logging", 100, 52, 11));

    assertThat(evidence(plane, pages))
        .extracting(Evidence::subject, Evidence::verdict, Evidence::observed)
        .containsExactly(
            tuple(
                "calls of logging, injected delays of 10 ms",
                Verdict.PROVEN,
                "302 of 600: 50.3 %, exact 99.9 % interval 43.6 to 57.1 %"),
            tuple(
                "calls of logging, injected aborts with 503",
                Verdict.PROVEN,
                "59 of 600: 9.8 %, exact 99.9 % interval 6.3 to 14.4 %"));
  }

  @Test
  void aCallerThatWasNotReadLeavesTheProofMissing() throws IOException {
    DataPlane plane = plane("envoy inject-delay=10ms+50% inject-service=logging");

    ProxyCounters counters =
        new ProxyCounters(
            plane,
            Map.of("order-proxy", Counters.of(page("logging", 0, 0, 0))),
            Map.of("order-proxy", Counters.of(page("logging", 500, 250, 0))));

    assertThat(evidence(plane, counters))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.MISSING);
              assertThat(it.observed()).contains("payment-proxy");
            });
  }

  @Test
  void abortedCallsNeverLeftTheProxy() throws IOException {
    DataPlane plane = plane("istio-mtls inject-abort=503+10%");
    ProxyCounters counters =
        GrownCounters.of(plane, Map.of("gateway-proxy", page("order", 600, 0, 58)));
    Listener sender =
        plane.senders().stream()
            .filter(it -> it.hop().server().equals("order"))
            .findFirst()
            .orElseThrow();

    assertThat(counters.withheld(sender)).isEqualTo(58);
  }

  private DataPlane plane(String words) throws IOException {
    return SampleVariants.design(words)
        .local(SampleSite.in(folder, SampleVariants.topology(words)));
  }

  private static Map<String, Double> page(
      String server, double calls, double delays, double aborts) {
    String listener = "http.outbound_" + server;
    Map<String, Double> page = new TreeMap<>();
    page.put(listener + ".downstream_rq_total", calls);
    page.put(listener + FAULTS + "delays_injected", delays);
    page.put(listener + FAULTS + "aborts_injected", aborts);
    return page;
  }

  private static List<Evidence> evidence(DataPlane plane, Map<String, Map<String, Double>> pages) {
    return evidence(plane, GrownCounters.of(plane, pages));
  }

  private static List<Evidence> evidence(DataPlane plane, ProxyCounters counters) {
    return new InjectionProof(plane.traffic().routing().injection().orElseThrow(), plane, counters)
        .evidence();
  }
}
