package io.meshgauge.live;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import io.meshgauge.soak.Alarm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A soak of ten windows, reported to a listener step by step. */
final class SampleRun {
  static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

  final Plan plan = new Plan(Plan.SOAK, Duration.ofMinutes(10), new TreeMap<>());
  final Trial trial = new Trial(1, 1, Variant.plain("envoy"), plan);
  final Experiment experiment;

  SampleRun(String name) {
    experiment =
        new Experiment(
            name,
            PlatformKind.LOCAL,
            List.of(trial.variant()),
            List.of(plan),
            new Protocol(1, OptionalDouble.of(10), "poisson", 100, 4, 1, false),
            List.of(),
            1);
  }

  /** Everything of a run except its end. */
  void play(Progress progress, Path folder, int windows) {
    progress.opened(folder);
    progress.planned(experiment, new Schedule(List.of(trial)), Duration.ofMinutes(11));
    progress.trialStarted(trial);
    progress.phase(trial, Phase.MEASURE, 0.25);
    progress.second(trial, new SecondSample(3, 10, 10, 10, 0, 0.004, 0.0125));
    for (int i = 0; i < windows; i++) {
      progress.kept(trial, window(i));
    }
    progress.happened(
        trial, new SoakEvent(START.plusSeconds(90), SoakEvent.Kind.GAP, "the worker <died>", 7.5));
    progress.alarmed(
        trial,
        new Alarm(
            Alarm.Kind.EVIDENCE, 1, 2, "traversal of <order> did not hold", Optional.empty()));
    progress.note("A note with <b>markup</b>.");
  }

  /** A window with slightly more memory than the previous one. */
  SoakWindow window(int index) {
    Instant start = START.plusSeconds(62L * index);
    return new SoakWindow(
        index,
        1,
        new Window(start, start.plusSeconds(60)),
        600,
        598,
        index,
        0.004,
        0.0125,
        0.2,
        List.of(),
        12,
        List.of(
            new Evidence(
                Evidence.Promise.TRAVERSAL,
                "order",
                Evidence.Verdict.MISSING,
                "600 requests",
                "599 <requests>",
                "a test")),
        List.of(
            new ResourceUse("order", Part.APPLICATION, 6, (100.0 + index) * (1 << 20), 1e9),
            new ResourceUse("order-proxy", Part.DATA_PLANE, 3, 3e7, 4e7)),
        List.of(
            new Vitals("order", Part.APPLICATION, 28L, 100L, 18L, 2e7),
            new Vitals("order-proxy", Part.DATA_PLANE, 4L, 40L, null, null)),
        null,
        null,
        null);
  }
}
