package io.meshgauge.report;

import io.meshgauge.archive.Measurements;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A made-up run of a trial that sent a TCP stream. */
final class SampleStream {
  private static final double MIB = 1024.0 * 1024;

  private SampleStream() {}

  static Run of(Trial trial, Environment environment) {
    Random random = new Random(500L + trial.position());
    boolean proxied = !trial.variant().mesh().equals("baseline");
    StreamResult stream = stream(trial, random);
    List<ResourceUse> resources = resources(random, proxied);
    TcpUse tcp = new TcpUse(900_000, 30, stream.sentBytes());
    return new Run(
        trial,
        Outcome.VALID,
        List.of(),
        new Run.Setup(
            trial.variant().mesh().startsWith("istio") ? Fidelity.MODEL : Fidelity.REAL,
            environment,
            new TreeMap<>(Map.of("workers", "2"))),
        List.of(
            new Evidence(
                Promise.TRAVERSAL, "load → iperf", Verdict.PROVEN, "2", "2", "proxy counters")),
        new Run.Observations(resources, tcp, List.of(), null, null),
        new Run.Results(null, stream, null, Measurements.of(stream, resources, tcp)));
  }

  private static StreamResult stream(Trial trial, Random random) {
    double gigabits =
        switch (trial.variant().mesh()) {
          case "envoy" -> 8;
          case "istio-plaintext" -> 7.5;
          case "istio-mtls" -> 4;
          default -> 19;
        };
    long planned = trial.plan().duration().toSeconds();
    List<StreamResult.Second> seconds = new ArrayList<>();
    double sum = 0;
    for (int second = 0; second < planned; second++) {
      double bits = gigabits * 1e9 * (1 + 0.03 * random.nextGaussian());
      seconds.add(new StreamResult.Second(second, bits, random.nextInt(4)));
      sum += bits;
    }
    long bytes = Math.round(sum / 8);
    Instant start = Instant.parse("2026-11-21T10:00:00Z").plusSeconds(60L * trial.position());
    return new StreamResult(
        new Window(start, start.plusSeconds(planned)),
        trial.plan().streams(),
        bytes + 4_000_000,
        bytes,
        seconds.stream().mapToLong(StreamResult.Second::retransmits).sum(),
        32_768,
        4.2,
        seconds,
        "cubic");
  }

  private static List<ResourceUse> resources(Random random, boolean proxied) {
    List<ResourceUse> uses = new ArrayList<>();
    uses.add(use("iperf", Part.APPLICATION, 5 + random.nextDouble(), 2));
    if (proxied) {
      uses.add(use("load-proxy", Part.DATA_PLANE, 9 + random.nextDouble(), 40));
      uses.add(use("iperf-proxy", Part.DATA_PLANE, 11 + random.nextDouble(), 41));
    }
    uses.add(use("iperf-client", Part.LOAD, 4.2, 1));
    return uses;
  }

  private static ResourceUse use(String container, Part part, double cpu, double mib) {
    return new ResourceUse(container, part, cpu, mib * MIB, mib * MIB * 1.02);
  }
}
