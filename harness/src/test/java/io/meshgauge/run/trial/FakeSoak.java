package io.meshgauge.run.trial;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SampleSession;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import io.meshgauge.soak.Alarm;
import io.meshgauge.topology.Guarantees;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A soak whose windows take no time: services with simulated memory, and a simulated clock.
 * Failures are configured by the number of the attempt at a window.
 */
public final class FakeSoak implements Progress {
  private static final double MIB = 1024.0 * 1024;

  public final List<String> notes = new ArrayList<>();
  public final List<SoakEvent> events = new ArrayList<>();
  public final List<Alarm> sent = new ArrayList<>();
  public final List<Duration> rests = new ArrayList<>();
  public final Map<Integer, RuntimeException> failures = new TreeMap<>();
  final Trial trial;
  public final Experiment experiment;
  public final List<Alarm> alarmed = new ArrayList<>();
  public int onRecord;
  int kept;
  int renewals;
  int deployments;
  double leakPerWindow;
  double otherWork;
  public int endingAfter = Integer.MAX_VALUE;

  private final Random random = new Random(7);
  private Instant now = Instant.parse("2026-11-21T10:00:00Z");
  private int attempts;

  public FakeSoak(int windows, Map<String, String> properties) {
    Plan plan = new Plan(Plan.SOAK, Duration.ofMinutes(windows), new TreeMap<>(properties));
    Variant variant = Variant.plain("baseline");
    trial = new Trial(1, 1, variant, plan);
    experiment =
        new Experiment(
            "soak",
            PlatformKind.LOCAL,
            List.of(variant),
            List.of(plan),
            new Protocol(1, OptionalDouble.of(10), "poisson", 100, 4, 1, false),
            List.of(),
            1);
  }

  public RunArchive archive(Path runs) {
    return RunArchive.create(runs, SampleSession.of(experiment));
  }

  /** Runs the soak, from the state of the archive. */
  public Run run(RunArchive archive) {
    RunBuilder builder =
        new RunBuilder(
            trial,
            Fidelity.MODEL,
            new Environment(new TreeMap<>()),
            new TreeMap<>(),
            Optional.of(new LagLimit(Plan.SOAK, "baseline", 0.005, true)),
            true);
    SoakTrial soak =
        new SoakTrial(
            trial,
            leg -> new FakeEnvironment(),
            this,
            (of, alarm) -> sent.add(alarm),
            rests::add,
            () -> kept >= endingAfter);
    try (SoakJournal journal = SoakJournal.open(archive, trial, experiment, this)) {
      soak.conduct(journal, claims(), builder);
    }
    return builder.toRun();
  }

  private static Guarantees claims() {
    return new Guarantees(Guarantees.Proxies.NONE, false);
  }

  private final class FakeEnvironment implements SoakEnvironment {
    private int age;

    FakeEnvironment() {
      deployments++;
      fail();
      now = now.plusSeconds(20);
    }

    @Override
    public List<Evidence> probed() {
      return List.of(proven(Promise.PLAINTEXT_PROBE));
    }

    @Override
    public Measured measure(LoadListener listener, Optional<SoakAct> act) {
      fail();
      if (act.equals(Optional.of(SoakAct.DROP_WORKER))) {
        throw new WorkerLostException("killed", null);
      }
      Instant start = now;
      now = now.plus(SoakSettings.of(trial.plan()).window());
      Window window = new Window(start, now);
      now = now.plusSeconds(2);
      age++;
      Disturbance disturbance =
          act.map(it -> new Disturbance(it, "payment", 20, 4.5, 6, 30, 0.02, 0.35)).orElse(null);
      Instruments.Reading resources =
          new Instruments.Reading(
              uses(),
              new MachineUse(0.3, 0, otherWork, List.of()),
              new TcpUse(100, 0, 10_000),
              Map.of(),
              vitals());
      Map<String, String> files = Map.of("proxy/order-proxy-after.txt", "page of window " + age);
      return new Measured(
          SampleLoads.window(load(window), resources, files), evidence(), disturbance);
    }

    private List<Evidence> evidence() {
      return List.of(proven(Promise.TRAVERSAL), proven(Promise.DENIAL));
    }

    private List<ResourceUse> uses() {
      List<ResourceUse> uses = new ArrayList<>();
      for (String name : List.of("gateway", "auth", "order", "payment", "logging")) {
        double lost = name.equals("payment") ? leakPerWindow * age : 0;
        double memory = (140 + lost + 0.3 * random.nextGaussian()) * MIB;
        uses.add(new ResourceUse(name, Part.APPLICATION, 1.2, memory, memory));
      }
      return uses;
    }

    private List<Vitals> vitals() {
      return List.of(new Vitals("payment", Part.APPLICATION, 28L, 100L, 18L, 20 * MIB));
    }

    @Override
    public void renewLoad() {
      renewals++;
    }

    @Override
    public List<String> endedWorkloads() {
      return List.of();
    }

    @Override
    public void close() {
      now = now.plusSeconds(3);
    }
  }

  private void fail() {
    RuntimeException failure = failures.get(++attempts);
    if (failure != null) {
      throw failure;
    }
  }

  private static Evidence proven(Promise promise) {
    return new Evidence(promise, "order", Verdict.PROVEN, "x", "seen", "a test");
  }

  private LoadResult load(Window window) {
    Histogram histogram = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    for (int i = 0; i < 600; i++) {
      histogram.recordValue(4000 + Math.abs(Math.round(1000 * random.nextGaussian())));
    }
    LatencyHistogram response = LatencyHistogram.ofMicros(List.of(histogram));
    List<LabelResult> labels = new ArrayList<>();
    for (String label : List.of("browse", "checkout", "forbidden", "unauthenticated")) {
      labels.add(
          new LabelResult(
              label,
              RequestKind.ofEarlier(label),
              600,
              600,
              600,
              600,
              new LabelResult.Outcomes(Map.of("200", 600L), Map.of(), List.of()),
              response,
              response,
              response));
    }
    Histogram lag = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    lag.recordValueWithCount(100, 2400);
    return new LoadResult(
        window,
        40,
        labels,
        LatencyHistogram.ofMicros(List.of(lag)),
        List.of(),
        new WorkerUse(2, 2, 0, 0, 0L));
  }

  @Override
  public void kept(Trial of, SoakWindow window) {
    kept++;
  }

  @Override
  public void recorded(Trial of, SoakRecord record, List<Alarm> alarms) {
    onRecord = record.windows().size();
  }

  @Override
  public void alarmed(Trial of, Alarm alarm) {
    alarmed.add(alarm);
  }

  @Override
  public void happened(Trial of, SoakEvent event) {
    events.add(event);
  }

  @Override
  public void planned(Experiment of, Schedule schedule, Duration expected) {
    // Not used.
  }

  @Override
  public void added(int trials) {
    // Not used.
  }

  @Override
  public void trialStarted(Trial of) {
    // Not used.
  }

  @Override
  public void phase(Trial of, Phase phase, double fraction) {
    // Not used.
  }

  @Override
  public void second(Trial of, SecondSample sample) {
    // Not used.
  }

  @Override
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void trialFinished(Trial of, Outcome outcome, List<Reason> reasons) {
    // Not used.
  }
}
