package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.capture.ByteFlow;
import io.meshgauge.evidence.probe.ByteClassifier;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.evidence.traversal.StreamTraversal;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from given bytes and counters of a TCP stream. */
class StreamProofsTest {
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final Set<Promise> NOT_ASKED =
      EnumSet.of(
          Promise.DENIAL,
          Promise.PLAINTEXT,
          Promise.DISTRIBUTION,
          Promise.POLICY,
          Promise.TELEMETRY,
          Promise.TRAFFIC,
          Promise.LIMITS);
  private static final long SENT = 1_000_000_000L;
  private static final long RECEIVED = 999_000_000L;
  private static final Instant START = Instant.EPOCH;
  private static final StreamResult STREAM =
      new StreamResult(
          new Window(START, START.plusSeconds(10)),
          1,
          SENT,
          RECEIVED,
          3,
          32_768,
          1,
          List.of(),
          "cubic");

  @TempDir Path folder;
  private DataPlane plane;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();

  @BeforeEach
  void everythingAsItShouldBe() throws IOException {
    plane = plane("istio-mtls");
    count("load-proxy", "outbound_iperf", 2, SENT);
    count("iperf-proxy", "inbound_iperf", 2, RECEIVED + 5_000);
  }

  @Test
  void connectionsAndBytesThatMatchTheStreamProveTraversalOnBothSides() {
    assertThat(traversal())
        .hasSize(2)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::subject)
        .containsExactly("load → iperf, client's side", "load → iperf, server's side");
  }

  @Test
  void bytesThatBypassedAProxyDisproveTraversal() {
    count("iperf-proxy", "inbound_iperf", 2, RECEIVED - 1);

    assertThat(traversal())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).endsWith("server's side");
              assertThat(it.expected()).startsWith("2 connections, 999000000 to 1000262144 bytes");
              assertThat(it.observed()).isEqualTo("2 connections, 998999999 bytes");
            });
  }

  @Test
  void aConnectionOfAnotherClientDisprovesTraversal() {
    count("load-proxy", "outbound_iperf", 3, SENT);

    assertThat(traversal()).filteredOn(it -> it.verdict() == Verdict.DISPROVEN).hasSize(1);
  }

  @Test
  void moreBytesThanWereSentDisproveTraversal() {
    count("load-proxy", "outbound_iperf", 2, SENT + 1_000_000);

    assertThat(traversal()).filteredOn(it -> it.verdict() == Verdict.DISPROVEN).hasSize(1);
  }

  @Test
  void connectionsThatWeSampledAreExpectedAtTheServer() {
    after.get("load-proxy").put("tcp.tap_iperf.downstream_cx_total", 3.0);
    count("iperf-proxy", "inbound_iperf", 5, RECEIVED + 5_000);

    assertThat(traversal()).allMatch(Evidence::proven, "proven");
  }

  @Test
  void aProxyThatWasNotReadLeavesTraversalMissing() {
    after.remove("iperf-proxy");

    assertThat(traversal()).extracting(Evidence::verdict).contains(Verdict.MISSING);
  }

  @Test
  void withoutProxiesTheirAbsenceIsProven() throws IOException {
    assertThat(
            new StreamTraversal(plane("baseline"), new Guarantees(Proxies.NONE, false))
                .evidence(GrownCounters.NONE, STREAM))
        .singleElement()
        .matches(Evidence::proven, "proven");
  }

  @Test
  void aStreamNeedsEveryProofButThatOfDenial() {
    List<Evidence> all =
        Arrays.stream(Promise.values())
            .filter(promise -> !NOT_ASKED.contains(promise))
            .map(promise -> new Evidence(promise, "x", Verdict.PROVEN, "this", "that", "a test"))
            .toList();

    assertThat(Verification.ofStream(MTLS, all).proven()).isTrue();
    assertThat(Verification.of(MTLS, all).reasons())
        .containsExactly("denial: nothing was observed");
    for (Evidence left : all) {
      List<Evidence> without = all.stream().filter(it -> it != left).toList();
      assertThat(Verification.ofStream(MTLS, without).reasons()).hasSize(1);
    }
  }

  @Test
  void thePatternThatIperfRepeatsIsReadableFromWhereverItIsSeen() {
    String pattern = "0123456789".repeat(20);

    for (int from = 0; from < 10; from++) {
      byte[] seen = pattern.substring(from).getBytes(StandardCharsets.US_ASCII);
      assertThat(ByteClassifier.classify(seen, 0)).isEqualTo(TrafficKind.IPERF);
    }
    assertThat(TrafficKind.IPERF.readable()).isTrue();
    assertThat(kind("01234567890123456788901234567890")).isEqualTo(TrafficKind.UNKNOWN);
    assertThat(kind("0123456789")).as("too few to be sure").isEqualTo(TrafficKind.UNKNOWN);
  }

  @Test
  void aFlowThatIsJoinedInTheMiddleOfARecordIsStillTls() {
    byte[] records = records(3, 16_000);
    byte[] seen = Arrays.copyOfRange(records, 7_000, records.length - 2_000);
    ByteFlow flow = new ByteFlow();

    assertThat(flow.accept(7_000, seen)).isEqualTo(TrafficKind.TLS);
    byte[] tail = Arrays.copyOfRange(records, records.length - 2_000, records.length);
    assertThat(flow.accept(records.length - 2_000, tail))
        .as("the rest of the last record, which nothing but its place tells")
        .isEqualTo(TrafficKind.TLS);
  }

  @Test
  void oneHeaderByChanceMakesNoTls() {
    byte[] noise = new byte[30_000];
    new Random(1).nextBytes(noise);
    byte[] header = {23, 3, 3, 0x10, 0};
    System.arraycopy(header, 0, noise, 100, header.length);

    assertThat(new ByteFlow().accept(0, noise)).isEqualTo(TrafficKind.UNKNOWN);
  }

  private static byte[] records(int count, int length) {
    byte[] all = new byte[count * (length + 5)];
    new Random(7).nextBytes(all);
    for (int i = 0; i < count; i++) {
      byte[] header = {23, 3, 3, (byte) (length >> 8), (byte) length};
      System.arraycopy(header, 0, all, i * (length + 5), header.length);
    }
    return all;
  }

  private static TrafficKind kind(String text) {
    return ByteClassifier.classify(text.getBytes(StandardCharsets.US_ASCII), 0);
  }

  private void count(String proxy, String listener, double connections, double bytes) {
    Map<String, Double> counters = after.computeIfAbsent(proxy, name -> new TreeMap<>());
    counters.put("tcp." + listener + ".downstream_cx_total", connections);
    counters.put("tcp." + listener + ".downstream_cx_rx_bytes_total", bytes);
  }

  private List<Evidence> traversal() {
    Map<String, Counters> before =
        after.keySet().stream().collect(Collectors.toMap(name -> name, name -> Counters.NONE));
    Map<String, Counters> now =
        after.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> Counters.of(it.getValue())));
    return new StreamTraversal(plane, MTLS).evidence(new ProxyCounters(plane, before, now), STREAM);
  }

  private DataPlane plane(String key) throws IOException {
    return Products.named(key)
        .design(Variant.plain(key))
        .local(SampleSite.in(folder, Topology.STREAM));
  }
}
