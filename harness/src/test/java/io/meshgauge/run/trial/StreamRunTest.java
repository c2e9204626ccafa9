package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.window.StreamObservation;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Outcomes of a trial with a stream. */
class StreamRunTest {
  private static final Plan PLAN = new Plan(Plan.TCP, Duration.ofSeconds(10), new TreeMap<>());
  private static final Guarantees MUTUAL_TLS = new Guarantees(Proxies.BOTH_SIDES, true);

  private final RunBuilder builder =
      new RunBuilder(
          new Trial(1, 1, Variant.plain("istio-mtls"), PLAN),
          Fidelity.MODEL,
          new Environment(new TreeMap<>()),
          new TreeMap<>(),
          Optional.empty(),
          true);

  @Test
  void completeWindowWithEveryProofIsValidWithoutADenial() {
    builder.evidence(proofs());
    builder.window(window(10_000, 5_000_000_000L));
    builder.judge(MUTUAL_TLS);

    Run run = builder.toRun();

    assertThat(run.reasons()).isEmpty();
    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    assertThat(run.value(Metric.TCP_THROUGHPUT)).hasValue(4e9);
    assertThat(run.value(Metric.RESPONSE_P99)).isEmpty();
    assertThat(run.measuredStream()).isPresent();
  }

  @Test
  void streamThatEndedEarlyIsVoidWithBothTimes() {
    builder.evidence(proofs());
    builder.window(window(9_400, 5_000_000_000L));
    builder.judge(MUTUAL_TLS);

    assertThat(builder.toRun().outcome()).isEqualTo(Outcome.VOID);
    assertThat(builder.toRun().reasons())
        .containsExactly(new Reason("window", "the stream ended after 9.4 s; 10 s were planned"));
  }

  @Test
  void streamWithoutReceivedBytesIsVoid() {
    assertThat(Validity.broken(PLAN, stream(10_000, 0)))
        .extracting(Reason::rule)
        .containsExactly("nothing-received");
  }

  @Test
  void runWithoutObservedEncryptionIsUnverified() {
    builder.evidence(proofs().stream().filter(it -> it.promise() != Promise.ENCRYPTION).toList());
    builder.window(window(10_000, 5_000_000_000L));
    builder.judge(MUTUAL_TLS);

    assertThat(builder.toRun().outcome()).isEqualTo(Outcome.UNVERIFIED);
  }

  @Test
  void cpuOfTheSenderIsItsOwnCount() {
    builder.window(window(10_000, 5_000_000_000L));

    assertThat(builder.toRun().resources())
        .extracting(ResourceUse::container, ResourceUse::cpuSeconds)
        .containsExactly(tuple("iperf", 1.5), tuple("iperf-client", 2.5));
  }

  private static List<Evidence> proofs() {
    return Stream.of(Promise.values())
        .filter(promise -> promise != Promise.DENIAL)
        .map(promise -> new Evidence(promise, "all", Verdict.PROVEN, "x", "x", "a test"))
        .toList();
  }

  private static StreamResult stream(long millis, long bytes) {
    Instant start = Instant.EPOCH;
    return new StreamResult(
        new Window(start, start.plusMillis(millis)),
        1,
        bytes,
        bytes,
        2,
        1448,
        2.5,
        List.of(),
        "cubic");
  }

  private static StreamWindow window(long millis, long bytes) {
    StreamResult stream = stream(millis, bytes);
    Instruments.Reading resources =
        new Instruments.Reading(
            List.of(
                new ResourceUse("iperf", Part.APPLICATION, 1.5, 1e6, 1e6),
                new ResourceUse("iperf-client", Part.LOAD, 99, 1e6, 1e6)),
            new MachineUse(0.9, 0),
            new TcpUse(100, 0, 1 << 20),
            Map.of(),
            List.of());
    return new StreamWindow(
        stream,
        resources,
        new StreamObservation(WireSightings.none("a test"), Map.of(), Map.of(), stream),
        new TreeMap<>());
  }
}
