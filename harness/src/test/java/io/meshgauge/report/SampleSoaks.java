package io.meshgauge.report;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.soak.SampleSoak;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A made-up session with two soaks of which one leaks, with a gap and a burst of errors. */
final class SampleSoaks {
  private static final int WINDOWS = 40;

  private SampleSoaks() {}

  static Session session() {
    Plan plan = SampleSoak.plan(WINDOWS);
    List<Variant> variants =
        List.of(Variant.plain("istio-mtls"), Variant.plain("istio-mtls").named("leaking"));
    Experiment experiment =
        new Experiment(
            "soak",
            PlatformKind.LOCAL,
            variants,
            List.of(plan),
            new Protocol(1, OptionalDouble.of(10), "poisson", 4000, 16, 1, false),
            List.of(new Slo(Metric.ERROR_RATIO, 0.001)),
            20261121L);
    Environment environment = new Environment(new TreeMap<>());
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      Trial trial = new Trial(i + 1, 1, variants.get(i), plan);
      runs.add(SampleRun.of(trial, environment).with(record(i)));
    }
    return new Session(
        experiment,
        SampleSoak.START,
        "./meshgauge run soak.yaml",
        environment,
        List.of(),
        runs.size(),
        runs,
        "0.1.0");
  }

  /** Services are killed twice, a proxy once, which does not recover in time. */
  private static Optional<Disturbance> disturbance(int window) {
    return Optional.ofNullable(
        switch (window) {
          case 14 -> new Disturbance(SoakAct.KILL_SERVICE, "order", 20, 3.2, 4, 21, 0.021, 0.9);
          case 28 -> new Disturbance(SoakAct.KILL_SERVICE, "payment", 20, 4.4, 7, 33, 0.022, 1.4);
          case 33 ->
              new Disturbance(SoakAct.KILL_PROXY, "order-proxy", 20, 0.3, null, 5, 0.02, 0.31);
          default -> null;
        });
  }

  private static SoakRecord record(double leakPerWindow) {
    SampleSoak soak = new SampleSoak(11, leakPerWindow);
    List<SoakWindow> windows = new ArrayList<>();
    for (int i = 0; i < WINDOWS; i++) {
      Optional<Disturbance> disturbance = disturbance(i);
      if (disturbance.isPresent()) {
        windows.add(soak.disturbed(i, disturbance.get()));
        continue;
      }
      windows.add(soak.window(i, 1, i, i == 30 ? 12 : 0, List.<Evidence>of()));
    }
    Instant lost = SampleSoak.START.plus(Duration.ofMinutes(17));
    return new SoakRecord(
        WINDOWS,
        windows,
        List.of(
            SoakEvent.of(SampleSoak.START, SoakEvent.Kind.DEPLOYED, "the arm"),
            SoakEvent.of(lost, SoakEvent.Kind.LOST, "the load worker <b>ended</b>"),
            new SoakEvent(lost, SoakEvent.Kind.GAP, "nothing was measured: it ended", 24)),
        List.of());
  }
}
