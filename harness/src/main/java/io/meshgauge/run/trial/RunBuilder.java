package io.meshgauge.run.trial;

import io.meshgauge.archive.Measurements;
import io.meshgauge.archive.SoakTotals;
import io.meshgauge.evidence.Verification;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.experiment.Run.WarmUp;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.platform.Deployment;
import io.meshgauge.product.LimitSettings;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.PlacementRule;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.node.NodePlacement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects the results of a run; those from before a failure are kept. */
public final class RunBuilder {
  private static final String OUT_OF_MEMORY = "out-of-memory";

  private final Trial trial;
  private final Fidelity fidelity;
  private final Environment environment;
  private final SortedMap<String, String> fairness;
  private final Optional<LagLimit> lagLimit;
  private final boolean timed;
  private final List<Evidence> evidence = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();
  private Outcome outcome = Outcome.FAILED;
  private @Nullable LoadResult load;
  private List<ResourceUse> resources = List.of();
  private @Nullable TcpUse tcp;
  private List<HopLatency> hops = List.of();
  private @Nullable StreamResult stream;
  private @Nullable CapacityResult capacity;
  private @Nullable MachineUse machine;
  private @Nullable WarmUp warmUp;
  private List<SortedMap<Metric, Double>> windows = List.of();
  private @Nullable Integration integration;
  private List<ChangeEffect> changes = List.of();
  private final List<Measurement> counted = new ArrayList<>();

  /**
   * @param lagLimit limit of send lag under the trial's plan; empty when it sends no requests
   * @param timed whether its latency and CPU count, so that rules of measurement can void it
   */
  public RunBuilder(
      Trial trial,
      Fidelity fidelity,
      Environment environment,
      SortedMap<String, String> fairness,
      Optional<LagLimit> lagLimit,
      boolean timed) {
    this.timed = timed;
    this.lagLimit = lagLimit;
    this.trial = trial;
    this.fidelity = fidelity;
    this.environment = environment;
    this.fairness = new TreeMap<>(fairness);
  }

  Optional<LagLimit> lagLimit() {
    return lagLimit;
  }

  public void evidence(List<Evidence> more) {
    evidence.addAll(more);
  }

  void window(MeasuredWindow window) {
    load = window.load();
    List<ResourceUse> uses = window.resources().uses();
    boolean one = uses.stream().filter(use -> use.part() == Part.LOAD).count() == 1;
    resources =
        one ? uses.stream().map(use -> exact(use, window.load())).toList() : List.copyOf(uses);
    tcp = window.resources().tcp();
    hops = window.hops();
    machine = window.resources().machine();
    windows = window.windows();
    List<String> killed = LimitUse.outOfMemory(window.resources().limits());
    if (!killed.isEmpty()) {
      reasons.add(
          new Reason(
              OUT_OF_MEMORY,
              "the kernel ended processes at their limit of memory in the window: %s; raise memory-limit or proxy-memory-limit"
                  .formatted(String.join(", ", killed))));
    }
  }

  void window(StreamWindow window) {
    stream = window.stream();
    double cpu = window.stream().senderCpuSeconds();
    resources =
        window.resources().uses().stream()
            .map(use -> use.part() == Part.LOAD ? use.withCpu(cpu) : use)
            .toList();
    tcp = window.resources().tcp();
    machine = window.resources().machine();
  }

  /**
   * Replaces all results with those of a soak so far, and decides the outcome.
   *
   * @param observed evidence over all windows
   * @param broken rules that the soak as a whole breaks
   */
  void soak(SoakTotals totals, List<Evidence> observed, List<Reason> broken, Guarantees claims) {
    load = totals.load().orElse(null);
    resources = totals.resources();
    tcp = totals.tcp();
    evidence.clear();
    evidence.addAll(observed);
    reasons.clear();
    outcome = Outcome.FAILED;
    judge(broken, Verification.of(claims, requested(), evidence).reasons());
  }

  /** Adds what proxies counted, other than evidence. */
  void measured(List<Measurement> more) {
    counted.addAll(more);
  }

  /** Adds what was changed in the window, and what it cost. */
  void changed(List<ChangeEffect> effects) {
    changes = List.copyOf(effects);
  }

  void capacity(CapacityResult found) {
    capacity = found;
  }

  /** Adds the evidence of the window and decides the outcome. */
  void conclude(TestEnvironment environment, List<Evidence> observed) {
    evidence(observed);
    warmUp = environment.warmUp();
    integration = environment.deployment().integration().orElse(null);
    placed(environment.deployment(), environment.placement());
    List<String> endedWorkloads = environment.deployment().endedWorkloads();
    if (!endedWorkloads.isEmpty()) {
      environment.deployment().diagnose();
    }
    endedWorkloads(endedWorkloads);
    judge(environment.claims());
  }

  /** Keeps where the workloads ran; a run that was placed unlike the draw is void. */
  void placed(Deployment deployment, PlacementRule rule) {
    Deployment.Nodes nodes = deployment.nodes();
    nodes.found().forEach((workload, node) -> fairness.put(NodePlacement.LINE + workload, node));
    rule.judge(trial.variant(), nodes.found(), nodes.drawn()).map(List::of).ifPresent(this::broken);
  }

  /**
   * A single worker's own count of CPU between its edges replaces the meters' reading, which is
   * less precise; of several workers only the sum is known.
   */
  private static ResourceUse exact(ResourceUse use, LoadResult load) {
    return use.part() == Part.LOAD ? use.withCpu(load.worker().cpuSeconds()) : use;
  }

  /** A workload that ended during the run voids it. */
  void endedWorkloads(List<String> endedWorkloads) {
    endedWorkloads.forEach(text -> reasons.add(new Reason("workload-ended", text)));
  }

  /** Rules that void the run; each is named once. */
  void broken(List<Reason> rules) {
    for (Reason rule : rules) {
      if (reasons.stream().noneMatch(known -> known.rule().equals(rule.rule()))) {
        reasons.add(rule);
      }
    }
  }

  /** Decides the outcome: first whether the numbers are valid, then whether the promises held. */
  public void judge(Guarantees claims) {
    if (load != null) {
      judge(
          Validity.broken(trial.plan(), load, lagLimit),
          Verification.of(claims, requested(), evidence).reasons());
    } else if (stream != null) {
      judge(
          Validity.broken(trial.plan(), stream), Verification.ofStream(claims, evidence).reasons());
    }
  }

  /** Promises of the variant in addition to those of its mesh. */
  private Set<Promise> requested() {
    Set<Promise> requested = EnumSet.noneOf(Promise.class);
    if (Telemetry.of(trial.variant()).chosen()) {
      requested.add(Promise.TELEMETRY);
    }
    if (TrafficSetting.any(trial.variant())) {
      requested.add(Promise.TRAFFIC);
    }
    if (LimitSettings.of(trial.variant()).any()) {
      requested.add(Promise.LIMITS);
    }
    if (trial.variant().settings().containsKey(Variant.REPLICAS)
        || TrafficSetting.CANARY.of(trial.variant()).isPresent()) {
      requested.add(Promise.DISTRIBUTION);
    }
    return requested;
  }

  private void judge(List<Reason> broken, List<String> unproven) {
    if (timed) {
      broken(broken);
      Optional.ofNullable(machine)
          .flatMap(Validity::otherWork)
          .map(List::of)
          .ifPresent(this::broken);
    }
    if (!reasons.isEmpty()) {
      outcome = Outcome.VOID;
    }
    if (!unproven.isEmpty()) {
      outcome = Outcome.UNVERIFIED;
      unproven.forEach(text -> reasons.add(new Reason("evidence", text)));
    }
    if (reasons.isEmpty()) {
      outcome = Outcome.VALID;
    }
  }

  /**
   * Requests of an arm that shares its services took the path of another: of which is not known.
   */
  void mixed(Evidence found) {
    evidence.add(found);
    if (outcome != Outcome.FAILED) {
      outcome = Outcome.UNVERIFIED;
    }
    reasons.add(new Reason("evidence", found.observed()));
  }

  /** A lost worker voids the run: its share of the load was not sent. */
  void lostWorker(@Nullable String text) {
    outcome = Outcome.VOID;
    reasons.add(new Reason("worker-lost", String.valueOf(text)));
  }

  void failed(@Nullable String text) {
    fail("failed", text);
  }

  /** The stop rule ended the load, and with it the session. */
  void stopped(@Nullable String text) {
    fail(StopRule.KEY, text);
  }

  private void fail(String rule, @Nullable String text) {
    outcome = Outcome.FAILED;
    reasons.add(new Reason(rule, text == null ? "no reason given" : text));
  }

  /** Whether the stop rule ended the load. */
  boolean isStopped() {
    return reasons.stream().anyMatch(reason -> reason.rule().equals(StopRule.KEY));
  }

  public Run toRun() {
    Run.Observations observed =
        new Run.Observations(resources, tcp, hops, capacity, machine, warmUp, windows, integration);
    List<Measurement> measurements = Measurements.of(trial.plan(), load, stream, observed, changes);
    measurements.addAll(counted);
    return new Run(
        trial,
        outcome,
        reasons,
        new Run.Setup(fidelity, environment, fairness),
        evidence,
        observed,
        new Run.Results(load, stream, null, measurements, changes));
  }
}
