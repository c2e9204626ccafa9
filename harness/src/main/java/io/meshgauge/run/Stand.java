package io.meshgauge.run;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.PushProof;
import io.meshgauge.evidence.WireWatch;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
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
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Meshes;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.probe.micrometer.ServedCalls;
import io.meshgauge.probe.proxy.HeldCertificates;
import io.meshgauge.probe.proxy.LimitSwitch;
import io.meshgauge.probe.proxy.ListenerVersions;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.Claims.Proxies;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Design;
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
final class Stand implements AutoCloseable {
  /** So that it is seen before, while it is away, and when it is back. */
  private static final int PAUSE = 3;

  private final Workshop workshop;
  private final Path bench;
  private final Claims claims;
  private final Topology topology;
  private final Deployment deployment;
  private final Instruments instruments;
  private final RunIdentities identities;
  private final Optional<ControlPlane> controlPlane;
  private boolean pushed;
  private @Nullable LoadSession worker;

  private Stand(
      Workshop workshop,
      Path bench,
      Claims claims,
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
  static Stand deploy(
      Workshop workshop, Variant variant, Topology topology, Map<String, String> knobs, Path logs) {
    return deploy(workshop, variant, topology, knobs, Set.of(), logs);
  }

  /** Deploys an arm to which some things are going to be done while it runs. */
  static Stand deploy(
      Workshop workshop,
      Variant variant,
      Topology topology,
      Map<String, String> knobs,
      Set<SoakAct> acts,
      Path logs) {
    Path bench = workshop.bench(variant.name());
    try {
      Mesh mesh = Meshes.named(variant.mesh());
      Topology replicated = mesh.replicated(variant, topology);
      RunIdentities identities =
          RunIdentities.create(bench.resolve("identities"), topology, mesh.workloads(variant));
      Design design = mesh.design(mesh.readyFor(acts, observable(workshop, variant, mesh)));
      Deployment deployment =
          workshop
              .platform()
              .deploy(
                  new Order(
                      replicated, design, knobs, identities.folder(), bench.resolve("site"), logs));
      Claims claims = mesh.claims(variant);
      Instruments instruments = Instruments.of(workshop, deployment, claims, design, identities);
      return new Stand(
          workshop,
          bench,
          claims,
          replicated,
          deployment,
          instruments,
          identities,
          mesh.controlPlane(variant));
    } catch (IOException e) {
      workshop.discard(bench);
      throw new RunException("the run's identities could not be written: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      workshop.discard(bench);
      throw e;
    }
  }

  /** Who is deployed for a plan, and who talks to whom. */
  static Topology topology(Plan plan) {
    if (plan.isStream()) {
      return Topology.STREAM;
    }
    return plan.isGrpc() ? Topology.CALLS : Topology.SAMPLE_SERVICES;
  }

  /** Where packets cannot be captured, the proxies get listeners to sample connections through. */
  private static Variant observable(Workshop workshop, Variant variant, Mesh mesh) {
    boolean here = workshop.platform().kind() == PlatformKind.LOCAL;
    Claims claims = mesh.claims();
    boolean tappable = claims.proxies() == Proxies.BOTH_SIDES || claims.shared();
    return here && tappable && !WireWatch.capturePermitted() ? variant.with("tap", "on") : variant;
  }

  /** What the arm promises. */
  Claims claims() {
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
  Instruments instruments() {
    return instruments;
  }

  /**
   * Something to be done to the arm.
   *
   * @param turn of those that it can be done to, whose it is this time
   * @param window the length of the window that it is done in
   * @throws RunException when it cannot be done to this arm
   */
  Deed deed(SoakAct act, int turn, Duration window) {
    return switch (act) {
      case KILL_SERVICE, KILL_PROXY -> Killing.of(act, deployment, turn);
      case ROTATE_CERTIFICATES ->
          new Rotation(
              identities, deployment.dataPlane(), new HeldCertificates(workshop.scraper()));
      case PUSH_POLICY -> {
        pushed = !pushed;
        yield new Push(
            deployment,
            new ListenerVersions(workshop.scraper()),
            new PushProof(deployment.dataPlane(), claims, identities),
            pushed);
      }
      case PAUSE_CONTROL_PLANE ->
          new Pause(
              deployment,
              controlPlane.orElseThrow(
                  () -> new RunException("the mesh of the arm has no control plane to be paused")),
              window.dividedBy(PAUSE));
      case DROP_WORKER -> throw new IllegalArgumentException("a load worker is no part of the arm");
    };
  }

  /** Starts the load worker for a trial; it has read its plan when this returns. */
  LoadSession startWorker(Trial trial, Protocol protocol, Path folder, Map<String, String> more) {
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
  void warm(LoadSession session, LoadListener listener) {
    LimitSwitch limits = new LimitSwitch(workshop.scraper(), deployment.dataPlane(), steering());
    limits.lift();
    session.warm(listener);
    limits.restore();
    deployment.limit();
  }

  private Spin spin(Protocol protocol) {
    return instruments.spin().amongst(protocol.loadWorkers());
  }

  /** All that is observed before any load. */
  List<Evidence> probe(Prover prover) {
    List<Evidence> all = new ArrayList<>(prover.probe());
    all.addAll(prover.survey(this::served));
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
        .kind()
        .ifPresent(
            usual ->
                management(Part.DATA_PLANE)
                    .forEach(
                        (name, page) ->
                            all.put(
                                name,
                                workshop.proxies().read(plane.kind(name).orElse(usual), page))));
    return all;
  }

  /** What the proxies say of how they steer requests, by name; not asked where that is as usual. */
  SortedMap<String, ProxyRules> rules() {
    return deployment.dataPlane().traffic().any()
        ? workshop.proxies().rules(steering())
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
        .kind()
        .ifPresent(
            usual ->
                management(Part.DATA_PLANE)
                    .forEach(
                        (name, page) -> {
                          if (plane.kind(name).orElse(usual).tellsRules()) {
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
