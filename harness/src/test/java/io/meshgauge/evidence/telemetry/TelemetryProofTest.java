package io.meshgauge.evidence.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.Loads;
import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.TelemetryReading.Lines;
import io.meshgauge.measure.TelemetryReading.Scrapes;
import io.meshgauge.measure.TelemetryReading.Span;
import io.meshgauge.measure.TelemetryReading.Spans;
import io.meshgauge.measure.TelemetryReading.Target;
import io.meshgauge.measure.TelemetryReading.Trace;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from what backends got, for the whole sample topology; 1,000 requests are sent. */
class TelemetryProofTest {
  private static final LoadResult LOAD =
      Loads.of(Loads.fine("browse", 900, 200), Loads.fine("unauthenticated", 100, 401));

  @TempDir Path folder;

  private final Map<String, Map<String, Double>> before = new TreeMap<>();
  private final Map<String, Map<String, Double>> after = new TreeMap<>();

  @Test
  void theDefaultHasNothingToProve() throws IOException {
    assertThat(evidence("default", TelemetryReading.NONE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tracing-100%, 1000, PROVEN",
    "tracing-100%, 999, DISPROVEN",
    "tracing-10%, 100, PROVEN",
    "tracing-10%, 71, PROVEN",
    "tracing-10%, 67, DISPROVEN",
    "tracing-10%, 131, PROVEN",
    "tracing-10%, 135, DISPROVEN",
    "tracing-1%, 10, PROVEN",
    "tracing-1%, 100, DISPROVEN",
    "tracing-1%, 0, DISPROVEN",
  })
  void asManyTracesMustBeginAsTheRateAsksFor(String telemetry, int begun, Verdict verdict)
      throws IOException {
    sampled("load-proxy", "outbound_gateway", begun);
    assertThat(evidence(telemetry, spans(0, begun, 0, whole())).get(0).verdict())
        .isEqualTo(verdict);
  }

  @Test
  void everySpanThatWasMadeMustHaveComeIn() throws IOException {
    sampled("load-proxy", "outbound_gateway", 1000);
    sampled("gateway-proxy", "inbound_gateway", 1000);
    assertThat(arrived(spans(0, 2000, 0, whole()))).isEqualTo(Verdict.PROVEN);
    assertThat(arrived(spans(0, 1999, 0, whole()))).isEqualTo(Verdict.DISPROVEN);
    assertThat(arrived(spans(0, 2001, 0, whole()))).isEqualTo(Verdict.DISPROVEN);
    assertThat(arrived(spans(0, 2000, 1, whole()))).isEqualTo(Verdict.DISPROVEN);
    after.get("load-proxy").put("tracing.zipkin.reports_dropped", 1.0);
    assertThat(arrived(spans(0, 2000, 0, whole()))).isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void spansOfTheWarmUpMayStillBeOnTheirWay() throws IOException {
    before.put("load-proxy", Map.of("http.outbound_gateway.tracing.random_sampling", 50.0));
    sampled("load-proxy", "outbound_gateway", 1050);
    Evidence item = evidence("tracing-100%", spans(40, 1050, 0, whole())).get(1);
    assertThat(item.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(item.expected())
        .startsWith("1000 spans made in the window, and up to 10 that were on their way");
    assertThat(item.observed()).startsWith("1010 came in");
    assertThat(arrived(spans(40, 1040, 0, whole())))
        .as("those of the warm-up were lost")
        .isEqualTo(Verdict.PROVEN);
    assertThat(arrived(spans(40, 1039, 0, whole()))).isEqualTo(Verdict.DISPROVEN);
    assertThat(arrived(spans(40, 1051, 0, whole()))).isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aTraceHoldsBothSidesOfEveryHop() throws IOException {
    Evidence whole = traces(whole(), whole());
    assertThat(whole.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(whole.observed()).isEqualTo("2 looked at: 2 of auth gateway load order");
    Trace lost = new Trace(whole().spans().stream().filter(it -> !it.id().equals("4")).toList());
    assertThat(traces(lost).observed()).contains("a call of gateway without the called side");
    Trace torn = new Trace(whole().spans().stream().filter(it -> !it.id().equals("1")).toList());
    assertThat(traces(torn).observed()).contains("without the one it was made for");
    assertThat(traces(lost).verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(traces(torn).verdict()).isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aDecisionThatIsRepeatedOnTheWayBreaksTheTree() throws IOException {
    Trace beginsAtGateway =
        new Trace(List.of(new Span("1", "", true, "gateway"), new Span("2", "1", false, "order")));
    assertThat(traces(whole(), beginsAtGateway).verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(traces(beginsAtGateway).observed()).contains("a root at gateway");
  }

  @Test
  void tracesThatNeverGetBeyondTheEntryAreNoTracesOfTheRequests() throws IOException {
    Trace entry =
        new Trace(List.of(new Span("1", "", true, "load"), new Span("2", "1", false, "gateway")));
    assertThat(traces(entry).verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(traces(entry, whole()).verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(traces().verdict()).isEqualTo(Verdict.MISSING);
  }

  @Test
  void everyPageIsReadAtItsInterval() throws IOException {
    assertThat(scrapes("metrics-1s", 15, 15)).allMatch(Evidence::proven, "proven").hasSize(2);
    assertThat(scrapes("metrics-1s", 15, 14)).allMatch(Evidence::proven, "one fewer");
    assertThat(scrapes("metrics-1s", 15, 13)).noneMatch(Evidence::proven);
    assertThat(scrapes("metrics-1s", 15, 17)).allMatch(Evidence::proven, "one at each edge");
    assertThat(scrapes("metrics-1s", 15, 18)).noneMatch(Evidence::proven);
    assertThat(scrapes("metrics-15s", 15, 0)).noneMatch(Evidence::proven);
    assertThat(scrapes("metrics-15s", 15, 1)).allMatch(Evidence::proven, "proven");
    assertThat(scrapes("metrics-15s", 10, 1))
        .as("a window that need not hold a reading")
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  @Test
  void aPageThatWasNotThereOnceOrIsNotReadAtAllDisprovesIt() throws IOException {
    SortedMap<String, Target> targets = targets(15);
    targets.put("order", new Target(15, false));
    targets.remove("order-proxy");
    List<Evidence> evidence = scraped("metrics-1s", 15, targets);
    assertThat(evidence).noneMatch(Evidence::proven);
    assertThat(evidence.get(0).observed()).contains("order 15 (not always there)");
    assertThat(evidence.get(1).observed()).contains("order-proxy 0 (not always there)");
  }

  @Test
  void theBaselineHasItsServicesReadAndNothingElse() throws IOException {
    assertThat(of("baseline", "metrics-1s", reading(scrapes(15, targets(15)))))
        .singleElement()
        .matches(Evidence::proven);
  }

  @Test
  void everyProxyWritesALineForEveryRequest() throws IOException {
    DataPlane plane = plane("istio-mtls", "access-log-async");
    carry(plane, 30);
    wrote(1000, 90);
    assertThat(written(plane, 30, 0)).hasSize(7).allMatch(Evidence::proven, "proven");
    assertThat(written(plane, 30, -1))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .as("the line of one request to order is lost")
        .containsExactly("order-proxy's access log");
    assertThat(written(plane, 30, 1)).filteredOn(it -> !it.proven()).hasSize(1);
    assertThat(written(plane, 0, 0)).filteredOn(Evidence::proven).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "access-log-sync, 980, PROVEN",
    "access-log-sync, 510, PROVEN",
    "access-log-sync, 490, DISPROVEN",
    "access-log-async, 310, DISPROVEN",
    "access-log-async, 90, PROVEN",
    "access-log-async, 980, DISPROVEN"
  })
  void linesAreWrittenOneByOneOrInPieces(String telemetry, int writes, Verdict verdict)
      throws IOException {
    DataPlane plane = plane("istio-mtls", telemetry);
    carry(plane, 30);
    wrote(1000, writes);
    assertThat(written(plane, 30, 0)).last().extracting(Evidence::verdict).isEqualTo(verdict);
  }

  @Test
  void batchesMayStraddleTheReadings() {
    assertThat(Expected.slack(SampleServices.ALL.to("logging"), 30)).isEqualTo(5);
    assertThat(Expected.slack(SampleServices.ALL.to("order"), 30)).isZero();
  }

  @Test
  void withTheFewestCountersNoOtherIsThere() throws IOException {
    after.put("order-proxy", new TreeMap<>(Map.of("http.inbound_order.downstream_rq_total", 3.0)));
    assertThat(evidence("none", TelemetryReading.NONE)).singleElement().matches(Evidence::proven);
    after.get("order-proxy").put("server.live", 1.0);
    assertThat(evidence("none", TelemetryReading.NONE))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
              assertThat(it.observed()).contains("2 counters", "1 others, for example server.live");
            });
  }

  @ParameterizedTest
  @CsvSource({"tracing-1%, 1", "metrics-1s, 1", "access-log-sync, 1", "full, 3"})
  void whatWasNotReadIsMissing(String telemetry, int missing) throws IOException {
    assertThat(evidence(telemetry, TelemetryReading.NONE))
        .hasSize(missing)
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  private Verdict arrived(TelemetryReading reading) throws IOException {
    return evidence("tracing-100%", reading).get(1).verdict();
  }

  private Evidence traces(Trace... traces) throws IOException {
    return evidence("tracing-100%", spans(0, 1, 0, traces)).get(2);
  }

  private static Trace whole() {
    return new Trace(
        List.of(
            new Span("1", "", true, "load"),
            new Span("2", "1", false, "gateway"),
            new Span("3", "2", true, "gateway"),
            new Span("4", "3", false, "auth"),
            new Span("5", "2", true, "gateway"),
            new Span("6", "5", false, "order")));
  }

  private static TelemetryReading spans(long first, long last, long dropped, Trace... traces) {
    return new TelemetryReading(
        Optional.of(new Spans(first, last, dropped, List.of(traces))),
        Optional.empty(),
        Optional.empty());
  }

  private List<Evidence> scrapes(String telemetry, int seconds, int readings) throws IOException {
    return scraped(telemetry, seconds, targets(readings));
  }

  private List<Evidence> scraped(String telemetry, int seconds, SortedMap<String, Target> targets)
      throws IOException {
    return evidence(telemetry, reading(scrapes(seconds, targets)));
  }

  private static Scrapes scrapes(int seconds, SortedMap<String, Target> targets) {
    return new Scrapes(Duration.ofSeconds(seconds).plusMillis(40), targets);
  }

  private static TelemetryReading reading(Scrapes scrapes) {
    return new TelemetryReading(Optional.empty(), Optional.of(scrapes), Optional.empty());
  }

  private static SortedMap<String, Target> targets(int readings) {
    return Stream.of("load", "gateway", "auth", "order", "payment", "logging")
        .flatMap(name -> Stream.of(name, name + "-proxy"))
        .collect(
            Collectors.toMap(
                name -> name, name -> new Target(readings, true), (a, b) -> a, TreeMap::new));
  }

  private void carry(DataPlane plane, double requests) {
    for (Listener listener : plane.listeners()) {
      before.putIfAbsent(listener.proxy(), Map.of());
      after
          .computeIfAbsent(listener.proxy(), name -> new TreeMap<>())
          .put(listener.counters().source(TrafficCounter.REQUESTS).names().get(0), requests);
    }
  }

  private void wrote(double lines, double writes) {
    after
        .get("order-proxy")
        .putAll(Map.of("filesystem.write_buffered", lines, "filesystem.write_completed", writes));
  }

  /** Lines as many as were carried, with some more before order. */
  private List<Evidence> written(DataPlane plane, long lines, long more) {
    SortedMap<String, Map<String, Long>> counts = new TreeMap<>();
    for (Listener listener : plane.listeners()) {
      String name = listener.counters().name();
      counts
          .computeIfAbsent(listener.proxy(), proxy -> new TreeMap<>())
          .put(name, name.equals("inbound_order") ? lines + more : lines);
    }
    return new TelemetryProof(plane)
        .evidence(
            counters(plane),
            LOAD,
            new TelemetryReading(
                Optional.empty(), Optional.empty(), Optional.of(new Lines(counts))));
  }

  private void sampled(String proxy, String listener, double count) {
    before.putIfAbsent(proxy, Map.of());
    after
        .computeIfAbsent(proxy, name -> new TreeMap<>())
        .putAll(
            Map.of(
                "http." + listener + ".tracing.random_sampling",
                count,
                "tracing.zipkin.reports_dropped",
                0.0));
  }

  private List<Evidence> evidence(String telemetry, TelemetryReading reading) throws IOException {
    return of("istio-mtls", telemetry, reading);
  }

  private List<Evidence> of(String mesh, String telemetry, TelemetryReading reading)
      throws IOException {
    DataPlane plane = plane(mesh, telemetry);
    return new TelemetryProof(plane).evidence(counters(plane), LOAD, reading);
  }

  private DataPlane plane(String mesh, String telemetry) throws IOException {
    return Products.named(mesh)
        .design(new Variant("x", mesh, "none", telemetry, new TreeMap<>()))
        .local(SampleSite.in(folder));
  }

  private ProxyCounters counters(DataPlane plane) {
    return new ProxyCounters(plane, readings(before), readings(after));
  }

  private static Map<String, Counters> readings(Map<String, ? extends Map<String, Double>> some) {
    return some.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> Counters.of(it.getValue())));
  }
}
