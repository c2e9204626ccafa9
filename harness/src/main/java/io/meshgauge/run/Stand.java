package io.meshgauge.run;

import io.meshgauge.evidence.WireWatch;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.Part;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Meshes;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.process.Target;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The test stand of one trial: an arm that is deployed with fresh identities, and, once asked for,
 * its load worker. Closing takes everything down in reverse order.
 */
final class Stand implements AutoCloseable {
  private static final long LONGEST_SPIN_MICROS = 200;
  private static final double SPIN_SHARE = 0.03;

  private final Workshop workshop;
  private final Path bench;
  private final Mesh mesh;
  private final RunIdentities identities;
  private final DataPlane dataPlane;
  private final Deployment deployment;
  private @Nullable LoadSession worker;

  private Stand(
      Workshop workshop,
      Path bench,
      Mesh mesh,
      RunIdentities identities,
      DataPlane dataPlane,
      Deployment deployment) {
    this.workshop = workshop;
    this.bench = bench;
    this.mesh = mesh;
    this.identities = identities;
    this.dataPlane = dataPlane;
    this.deployment = deployment;
  }

  /**
   * Deploys an arm.
   *
   * @param logs folder for one log per workload
   */
  static Stand deploy(Workshop workshop, Variant variant, Path logs) {
    Path bench = workshop.bench(variant.name());
    try {
      Mesh mesh = Meshes.named(variant.mesh());
      RunIdentities identities =
          RunIdentities.create(bench.resolve("identities"), Topology.SAMPLE_SERVICES);
      Site site =
          workshop
              .platform()
              .prepare(Topology.SAMPLE_SERVICES, bench.resolve("site"), identities.folder());
      DataPlane dataPlane = mesh.local(observable(variant, mesh), site);
      Deployment deployment = workshop.platform().deploy(site, dataPlane, Knobs.of(variant), logs);
      return new Stand(workshop, bench, mesh, identities, dataPlane, deployment);
    } catch (IOException e) {
      workshop.discard(bench);
      throw new RunException("the run's identities could not be written: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      workshop.discard(bench);
      throw e;
    }
  }

  /** Where packets cannot be captured, the proxies get listeners to sample connections through. */
  private static Variant observable(Variant variant, Mesh mesh) {
    return mesh.claims().proxied() && !WireWatch.capturePermitted()
        ? variant.with("tap", "on")
        : variant;
  }

  Mesh mesh() {
    return mesh;
  }

  DataPlane dataPlane() {
    return dataPlane;
  }

  RunIdentities identities() {
    return identities;
  }

  Deployment deployment() {
    return deployment;
  }

  /** Starts the load worker for a trial; it has read its plan when this returns. */
  LoadSession startWorker(Trial trial, Protocol protocol, Path folder, Map<String, String> more) {
    SortedMap<String, String> properties = new TreeMap<>(trial.plan().properties());
    Address entry = deployment.entry();
    properties.put("host", entry.host());
    properties.put("port", Integer.toString(entry.port()));
    properties.put("tokens", identities.tokens().toString());
    properties.put("arrival", protocol.arrival());
    properties.put("warmup", Integer.toString(protocol.warmupRequests()));
    properties.put("warmupConcurrency", Integer.toString(Math.min(16, protocol.connections())));
    properties.put("connections", Integer.toString(protocol.connections()));
    protocol
        .rate()
        .ifPresent(
            rate -> {
              properties.put("rate", Double.toString(rate));
              properties.put("spinMicros", Long.toString(spinMicros(rate)));
            });
    properties.putAll(more);
    worker =
        workshop
            .loadGenerator()
            .start(
                new LoadRequest(
                    workshop.home().plan(trial.plan().name()),
                    folder,
                    trial.plan().duration(),
                    properties));
    return worker;
  }

  /**
   * How long before a request is due its thread stays awake: sleepers are woken late, by as much as
   * a proxy costs. Bounded so that all waiting fills a few percent of one core.
   */
  private static long spinMicros(double rate) {
    return Math.min(LONGEST_SPIN_MICROS, Math.round(SPIN_SHARE * 1e6 / rate));
  }

  /** Everything whose CPU and memory is accounted, the load worker last. */
  List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    for (Workload workload : deployment.workloads()) {
      workload
          .pid()
          .ifPresent(pid -> targets.add(new Target(workload.name(), workload.part(), pid)));
    }
    if (worker != null) {
      targets.add(new Target("load-worker", Part.LOAD, worker.pid()));
    }
    return targets;
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
