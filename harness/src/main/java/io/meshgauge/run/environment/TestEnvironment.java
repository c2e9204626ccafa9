package io.meshgauge.run.environment;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.policy.PolicyUpdateProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run.WarmUp;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.identity.TokenIssuer;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.SettlingListener;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.SpinWait;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.micrometer.MetricsPage;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.probe.micrometer.ServedCalls;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.fault.CertificateRotation;
import io.meshgauge.run.fault.ControlPlaneOutage;
import io.meshgauge.run.fault.Fault;
import io.meshgauge.run.fault.PolicyUpdate;
import io.meshgauge.run.fault.ProcessKill;
import io.meshgauge.run.session.PlacementRule;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.TrialLoad;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.plane.DataPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One deployment of an arm with new identities, and its load workers once started. Closing takes
 * everything down in reverse order.
 */
public final class TestEnvironment implements AutoCloseable {
  /** A third of the window each before, during and after the outage. */
  private static final int CONTROL_PLANE_PAUSE_DIVISOR = 3;

  private final SessionContext context;
  private final Guarantees claims;
  private final Topology topology;
  private final Deployment deployment;
  private final Instruments instruments;
  private final RunIdentities identities;
  private final Optional<ControlPlane> controlPlane;
  private final OptionalInt arm;
  private final Runnable closed;
  private boolean pushed;
  private @Nullable LoadSession worker;
  private @Nullable Prover prover;
  private @Nullable WarmUp warmUp;

  /**
   * @param arm number by which shared services know it; empty where its services are its own
   * @param closed called when the environment is closed
   */
  TestEnvironment(PreparedArm prepared, Deployment deployment, OptionalInt arm, Runnable closed) {
    this.context = prepared.context();
    this.claims = prepared.claims();
    this.topology = prepared.topology();
    this.identities = prepared.identities();
    this.controlPlane = prepared.controlPlane();
    this.deployment = deployment;
    this.arm = arm;
    this.instruments = deployment.instruments(claims, identities);
    this.closed = closed;
  }

  /**
   * Deploys an arm.
   *
   * @param knobs settings of the services
   * @param logs folder for one log per workload
   */
  public static TestEnvironment deploy(
      SessionContext context,
      Variant variant,
      Topology topology,
      Map<String, String> knobs,
      Path logs) {
    return deploy(context, variant, topology, knobs, Set.of(), logs);
  }

  /**
   * Deploys an arm in which faults will be injected.
   *
   * @param acts the faults
   */
  public static TestEnvironment deploy(
      SessionContext context,
      Variant variant,
      Topology topology,
      Map<String, String> knobs,
      Set<SoakAct> acts,
      Path logs) {
    PreparedArm prepared = PreparedArm.of(context, variant, topology, acts, new TokenIssuer());
    try {
      Deployment deployment = context.platform().deploy(prepared.order(knobs, logs));
      return prepared.deployed(deployment, OptionalInt.empty(), prepared::discard);
    } catch (RuntimeException e) {
      prepared.discard();
      throw e;
    }
  }

  public Guarantees claims() {
    return claims;
  }

  public Topology topology() {
    return topology;
  }

  public Deployment deployment() {
    return deployment;
  }

  public Instruments instruments() {
    return instruments;
  }

  /**
   * Creates a fault.
   *
   * @param turn number of the fault, which selects one of several targets in turn
   * @param window length of the window of the fault
   * @throws RunException when the arm does not support the fault
   */
  public Fault fault(SoakAct act, int turn, Duration window) {
    return switch (act) {
      case KILL_SERVICE, KILL_PROXY -> ProcessKill.of(act, deployment, turn);
      case ROTATE_CERTIFICATES ->
          new CertificateRotation(identities, deployment.dataPlane(), context.proxies());
      case PUSH_POLICY -> {
        pushed = !pushed;
        yield new PolicyUpdate(
            deployment,
            context.proxies(),
            new PolicyUpdateProof(deployment.dataPlane(), claims, identities),
            pushed);
      }
      case PAUSE_CONTROL_PLANE ->
          new ControlPlaneOutage(
              deployment,
              controlPlane.orElseThrow(
                  () -> new RunException("the mesh of the arm has no control plane to pause")),
              window.dividedBy(CONTROL_PLANE_PAUSE_DIVISOR));
      case DROP_WORKER ->
          throw new IllegalArgumentException("a load worker is not part of the arm");
    };
  }

  /**
   * Starts the load workers of a trial, for one window of the plan's duration; they have read the
   * plan when this returns.
   */
  public LoadSession startWorker(
      Trial trial, Protocol protocol, Path folder, Map<String, String> more) {
    Duration length = trial.plan().duration();
    return start(load(trial, protocol, folder).request(more, length), trial, protocol);
  }

  /** Starts the load workers of a trial that is measured in turns with others. */
  public LoadSession startRepeatedWorker(
      Trial trial, Protocol protocol, Path folder, Map<String, String> more) {
    Duration length = protocol.windowOf(trial.plan());
    LoadRequest request = load(trial, protocol, folder).request(more, length);
    return start(request.repeated(), trial, protocol);
  }

  /** Leaves the load workers running when this is closed, for the next deployment of the arm. */
  public void keepWorkers() {
    worker = null;
  }

  private TrialLoad load(Trial trial, Protocol protocol, Path folder) {
    SpinWait spin = instruments.spin().sharedBy(protocol.loadWorkers());
    return new TrialLoad(context, trial, protocol, spin, claims, folder);
  }

  private LoadSession start(LoadRequest request, Trial trial, Protocol protocol) {
    LoadRequest own =
        arm.isPresent() ? request.with("arm", Integer.toString(arm.getAsInt())) : request;
    worker = instruments.startWorkers(own, protocol.loadWorkers());
    return stopped(worker, trial, protocol);
  }

  /** Load workers that end the session when they harm the application. */
  static LoadSession stopped(LoadSession workers, Trial trial, Protocol protocol) {
    if (!TrialLoad.isOfInstrument(trial.plan())) {
      String what = "arm %s, plan %s".formatted(trial.variant().name(), trial.plan().name());
      workers.stopBy(protocol.stop(), what);
    }
    return workers;
  }

  /**
   * Warms up until the deployment has settled, at most with the requests of the warm-up, and
   * without the rate limits of the proxies, because refused requests do not warm.
   */
  public void warm(LoadSession session, LoadListener listener) {
    context.proxies().limits(deployment.dataPlane(), trafficAdmins(), true);
    SettlingListener settling = new SettlingListener(listener, this::cpuSeconds, session::settle);
    long requests = session.warm(settling).requests();
    warmUp = settling.warmUp(requests);
    context.proxies().limits(deployment.dataPlane(), trafficAdmins(), false);
    deployment.limit();
  }

  /**
   * CPU time of the processes of services and proxies; empty where they are not of this machine.
   */
  private OptionalDouble cpuSeconds() {
    double[] seconds =
        deployment.workloads().stream()
            .flatMapToLong(workload -> workload.pid().stream())
            .mapToObj(ProcessHandle::of)
            .flatMap(Optional::stream)
            .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
            .flatMap(process -> process.info().totalCpuDuration().stream())
            .mapToDouble(time -> time.toMillis() / 1e3)
            .toArray();
    return seconds.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Arrays.stream(seconds).sum());
  }

  /** The latest warm-up; null before it, and where CPU time cannot be read at once. */
  public @Nullable WarmUp warmUp() {
    return warmUp == null || warmUp.cpuMillis().isEmpty() ? null : warmUp;
  }

  /** Where the workloads must be. */
  public PlacementRule placement() {
    return context.placement();
  }

  /** The observer of the promises, one per deployment. */
  public Prover prover() {
    if (prover == null) {
      prover = instruments.prover();
    }
    return prover;
  }

  /** Evidence from before any load; a stream calls no replicas that could be surveyed. */
  public List<Evidence> probe(Plan plan) {
    List<Evidence> all = new ArrayList<>(prover().probe());
    if (!plan.isStream()) {
      all.addAll(prover().survey(this::served));
    }
    return all;
  }

  /** Calls served so far by each process of a service, by its name. */
  private Map<String, Long> served() {
    Scrape scrape = context.micrometer().read(metrics());
    return ServedCalls.of(scrape, topology);
  }

  /** Counters of the proxies, by name. */
  public SortedMap<String, ProxyProbe.Reading> proxies() {
    SortedMap<String, ProxyProbe.Reading> all = new ConcurrentSkipListMap<>();
    DataPlane plane = deployment.dataPlane();
    plane
        .type()
        .ifPresent(
            defaultType ->
                // In parallel, because this is time between the windows of a session.
                management(Part.DATA_PLANE).entrySet().parallelStream()
                    .forEach(
                        page ->
                            all.put(
                                page.getKey(),
                                context
                                    .proxies()
                                    .read(
                                        plane.type(page.getKey()).orElse(defaultType),
                                        page.getValue()))));
    return all;
  }

  /**
   * Traffic rules reported and versions reported by the proxies, by name; read where some are
   * requested.
   */
  public SortedMap<String, ProxyRules> rules() {
    return deployment.dataPlane().traffic().any() || deployment.dataPlane().released()
        ? context.proxies().rules(deployment.dataPlane(), trafficAdmins())
        : new TreeMap<>();
  }

  /**
   * Admin addresses of proxies that report traffic rules; decision points and proxies of plain
   * connections do not.
   */
  private Map<String, Address> trafficAdmins() {
    DataPlane plane = deployment.dataPlane();
    Map<String, Address> admin = new TreeMap<>();
    plane
        .type()
        .ifPresent(
            defaultType ->
                management(Part.DATA_PLANE)
                    .forEach(
                        (name, page) -> {
                          if (plane.type(name).orElse(defaultType).control().isPresent()) {
                            admin.put(name, page);
                          }
                        }));
    return admin;
  }

  /** Pages of the services' metrics by name; those without are absent. */
  public Map<String, MetricsPage> metrics() {
    return deployment.workloads(Part.APPLICATION).stream()
        .filter(workload -> !workload.metrics().isEmpty())
        .collect(
            Collectors.toMap(Workload::name, it -> new MetricsPage(it.management(), it.metrics())));
  }

  /** Addresses of the counters of one part's workloads. */
  public Map<String, Address> management(Part part) {
    return deployment.workloads(part).stream()
        .collect(Collectors.toMap(Workload::name, Workload::management));
  }

  @Override
  public void close() {
    try {
      if (worker != null) {
        worker.close();
      }
    } finally {
      try {
        deployment.close();
      } finally {
        closed.run();
      }
    }
  }
}
