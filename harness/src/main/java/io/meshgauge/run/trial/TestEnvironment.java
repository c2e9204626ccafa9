package io.meshgauge.run.trial;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.policy.PolicyUpdateProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ProxyRules;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.SpinWait;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.probe.micrometer.ServedCalls;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.fault.CertificateRotation;
import io.meshgauge.run.fault.ControlPlaneOutage;
import io.meshgauge.run.fault.Fault;
import io.meshgauge.run.fault.PolicyUpdate;
import io.meshgauge.run.fault.ProcessKill;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The test stand of one trial: an arm that is deployed with fresh identities, and, once asked for,
 * its load worker. Closing takes everything down in reverse order.
 */
public final class TestEnvironment implements AutoCloseable {
  /** So that it is seen before, while it is away, and when it is back. */
  private static final int PAUSE = 3;

  private final SessionContext workshop;
  private final Path bench;
  private final Guarantees claims;
  private final Topology topology;
  private final Deployment deployment;
  private final Instruments instruments;
  private final RunIdentities identities;
  private final Optional<ControlPlane> controlPlane;
  private boolean pushed;
  private @Nullable LoadSession worker;
  private @Nullable Prover prover;

  private TestEnvironment(
      SessionContext workshop,
      Path bench,
      Guarantees claims,
      Topology topology,
      Deployment deployment,
      Instruments instruments,
      RunIdentities identities,
      Optional<ControlPlane> controlPlane) {
    this.controlPlane = controlPlane;
    this.identities = identities;
    this.topology = topology;
    this.workshop = workshop;
    this.bench = bench;
    this.claims = claims;
    this.deployment = deployment;
    this.instruments = instruments;
  }

  /**
   * Deploys an arm, with knobs that a plan may set.
   *
   * @param logs folder for one log per workload
   */
  public static TestEnvironment deploy(
      SessionContext workshop,
      Variant variant,
      Topology topology,
      Map<String, String> knobs,
      Path logs) {
    return deploy(workshop, variant, topology, knobs, Set.of(), logs);
  }

  /** Deploys an arm to which some things are going to be done while it runs. */
  public static TestEnvironment deploy(
      SessionContext workshop,
      Variant variant,
      Topology topology,
      Map<String, String> knobs,
      Set<SoakAct> acts,
      Path logs) {
    Path bench = workshop.bench(variant.name());
    try {
      Product mesh = Products.named(variant.mesh());
      Requirements needed = mesh.requirements(variant, workshop.platform().kind());
      ProductDesign design = mesh.design(observable(workshop, variant, mesh)).prepared(acts);
      Topology replicated = design.topology(topology);
      RunIdentities identities =
          RunIdentities.create(bench.resolve("identities"), topology, needed.workloads());
      Deployment deployment =
          workshop
              .platform()
              .deploy(
                  new Order(
                      replicated, design, knobs, identities.folder(), bench.resolve("site"), logs));
      Guarantees claims = mesh.claims(variant);
      Instruments instruments = deployment.instruments(claims, identities);
      return new TestEnvironment(
          workshop,
          bench,
          claims,
          replicated,
          deployment,
          instruments,
          identities,
          needed.controlPlane());
    } catch (IOException e) {
      workshop.discard(bench);
      throw new RunException("the run's identities could not be written: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      workshop.discard(bench);
      throw e;
    }
  }

  /** Who is deployed for a plan, and who talks to whom. */
  public static Topology topology(Plan plan) {
    if (plan.isStream()) {
      return Topology.STREAM;
    }
    return plan.isGrpc() ? Topology.CALLS : Topology.SAMPLE_SERVICES;
  }

  /** Where packets cannot be captured, the proxies get listeners to sample connections through. */
  private static Variant observable(SessionContext workshop, Variant variant, Product mesh) {
    Guarantees claims = mesh.claims(Variant.plain(variant.mesh()));
    boolean tappable = claims.proxies() == Proxies.BOTH_SIDES || claims.shared();
    return tappable && !workshop.platform().capturesPackets() ? variant.with("tap", "on") : variant;
  }

  /** What the arm promises. */
  Guarantees claims() {
    return claims;
  }

  /** Who talks to whom in it. */
  Topology topology() {
    return topology;
  }

  Deployment deployment() {
    return deployment;
  }

  /** How the deployment is loaded and looked at. */
  public Instruments instruments() {
    return instruments;
  }

  /**
   * Something to be done to the arm.
   *
   * @param turn of those that it can be done to, whose it is this time
   * @param window the length of the window that it is done in
   * @throws RunException when it cannot be done to this arm
   */
  Fault fault(SoakAct act, int turn, Duration window) {
    return switch (act) {
      case KILL_SERVICE, KILL_PROXY -> ProcessKill.of(act, deployment, turn);
      case ROTATE_CERTIFICATES ->
          new CertificateRotation(identities, deployment.dataPlane(), workshop.proxies());
      case PUSH_POLICY -> {
        pushed = !pushed;
        yield new PolicyUpdate(
            deployment,
            workshop.proxies(),
            new PolicyUpdateProof(deployment.dataPlane(), claims, identities),
            pushed);
      }
      case PAUSE_CONTROL_PLANE ->
          new ControlPlaneOutage(
              deployment,
              controlPlane.orElseThrow(
                  () -> new RunException("the mesh of the arm has no control plane to be paused")),
              window.dividedBy(PAUSE));
      case DROP_WORKER -> throw new IllegalArgumentException("a load worker is no part of the arm");
    };
  }

  /** Starts the load worker for a trial; it has read its plan when this returns. */
  public LoadSession startWorker(
      Trial trial, Protocol protocol, Path folder, Map<String, String> more) {
    SortedMap<String, String> properties = new TreeMap<>(trial.plan().properties());
    properties.put("arrival", protocol.arrival());
    properties.put("warmup", Integer.toString(protocol.warmupRequests()));
    properties.put("warmupConcurrency", Integer.toString(Math.min(16, protocol.connections())));
    properties.put("connections", Integer.toString(protocol.connections()));
    // Otherwise the refusals that the plan asks for would be counted as wrong answers.
    properties.put("unauthenticatedStatus", Integer.toString(claims.withoutToken()));
    protocol
        .rate()
        .ifPresent(
            rate -> {
              properties.put("rate", Double.toString(rate));
              properties.put("spinMicros", Long.toString(spin(protocol).micros(rate)));
            });
    properties.putAll(more);
    worker =
        instruments.startWorkers(
            new LoadRequest(
                workshop.home().plan(trial.plan().jmx()),
                folder,
                trial.plan().duration(),
                properties),
            protocol.loadWorkers());
    return worker;
  }

  /** Warms up, without the limits of the proxies: what they refuse warms nothing. */
  public void warm(LoadSession session, LoadListener listener) {
    workshop.proxies().limits(deployment.dataPlane(), steering(), true);
    session.warm(listener);
    workshop.proxies().limits(deployment.dataPlane(), steering(), false);
    deployment.limit();
  }

  private SpinWait spin(Protocol protocol) {
    return instruments.spin().amongst(protocol.loadWorkers());
  }

  /** The observer of the promises, one per deployment. */
  Prover prover() {
    if (prover == null) {
      prover = instruments.prover();
    }
    return prover;
  }

  /** Evidence from before any load; a stream calls no replicas that could be surveyed. */
  List<Evidence> probe(Plan plan) {
    List<Evidence> all = new ArrayList<>(prover().probe());
    if (!plan.isStream()) {
      all.addAll(prover().survey(this::served));
    }
    return all;
  }

  /** How many calls each process of a service has served so far, by its name. */
  private Map<String, Long> served() {
    Scrape scrape = workshop.micrometer().read(management(Part.APPLICATION));
    return ServedCalls.of(scrape, topology);
  }

  /** What the proxies have counted so far, by name. */
  SortedMap<String, ProxyProbe.Reading> proxies() {
    SortedMap<String, ProxyProbe.Reading> all = new TreeMap<>();
    DataPlane plane = deployment.dataPlane();
    plane
        .type()
        .ifPresent(
            usual ->
                management(Part.DATA_PLANE)
                    .forEach(
                        (name, page) ->
                            all.put(
                                name,
                                workshop.proxies().read(plane.type(name).orElse(usual), page))));
    return all;
  }

  /** What the proxies say of how they steer requests, by name; not asked where that is as usual. */
  SortedMap<String, ProxyRules> rules() {
    return deployment.dataPlane().traffic().any()
        ? workshop.proxies().rules(deployment.dataPlane(), steering())
        : new TreeMap<>();
  }

  /**
   * Where the proxies tell of themselves that steer requests: no decision point does, and no proxy
   * that carries connections only.
   */
  private Map<String, Address> steering() {
    DataPlane plane = deployment.dataPlane();
    Map<String, Address> admin = new TreeMap<>();
    plane
        .type()
        .ifPresent(
            usual ->
                management(Part.DATA_PLANE)
                    .forEach(
                        (name, page) -> {
                          if (plane.type(name).orElse(usual).control().isPresent()) {
                            admin.put(name, page);
                          }
                        }));
    return admin;
  }

  /** Where the workloads of one part expose their counters. */
  Map<String, Address> management(Part part) {
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
        workshop.discard(bench);
      }
    }
  }
}
