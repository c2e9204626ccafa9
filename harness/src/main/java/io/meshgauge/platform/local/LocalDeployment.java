package io.meshgauge.platform.local;

import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.experiment.change.FailoverSettings.Fault;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.local.machine.RuntimeApi;
import io.meshgauge.platform.local.machine.SchedulingPriority;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.platform.local.program.Programs;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import io.meshgauge.topology.plane.DynamicConfig.Turn;
import io.meshgauge.topology.plane.DynamicConfig.Way;
import io.meshgauge.topology.plane.PolicyPush;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Services and proxies that run as child processes. */
final class LocalDeployment implements Deployment {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(120);
  private static final Wait TOLD = new Wait(Duration.ofSeconds(10), Duration.ofMillis(20));

  private final ProcessGuard guard;
  private final Programs programs;
  private final WorkerLayout worker;
  private final DataPlane dataPlane;
  private final SortedMap<String, Address> entries;
  private final Limits limits;
  private final Teardown teardown = new Teardown();
  private final Map<String, Managed> managed = new LinkedHashMap<>();

  private volatile @Nullable LoadSession loadWorkers;
  private volatile @Nullable Integration integration;

  /** A process with its part in the accounts. */
  private record Managed(
      Part part,
      GuardedProcess process,
      Address management,
      Optional<ReadyPage> ready,
      String metrics) {
    Workload workload() {
      return new Workload(
          process.name(), part, OptionalLong.of(process.pid()), management, metrics);
    }
  }

  LocalDeployment(
      ProcessGuard guard,
      Programs programs,
      WorkerLayout worker,
      DataPlane dataPlane,
      SortedMap<String, Address> entries,
      Limits limits) {
    this.limits = limits;
    this.guard = guard;
    this.programs = programs;
    this.worker = worker;
    this.dataPlane = dataPlane;
    this.entries = new TreeMap<>(entries);
  }

  /** Who sends the load; null before that is started. */
  @Nullable LoadSession loadWorkers() {
    return loadWorkers;
  }

  /** The limits that are declared of its processes. */
  Limits limits() {
    return limits;
  }

  void loadedBy(LoadSession workers) {
    loadWorkers = workers;
  }

  void integrated(Integration taken) {
    integration = taken;
  }

  @Override
  public Optional<Integration> integration() {
    return Optional.ofNullable(integration);
  }

  /** Registers a cleanup step that runs after those of all processes added later. */
  void undo(String what, Teardown.Action action) {
    teardown.add(what, action);
  }

  /** Adds a running process. */
  void add(Part part, GuardedProcess process, Address management) {
    add(new Managed(part, process, management, Optional.empty(), ""));
  }

  /**
   * Adds a running proxy that may be killed and restarted.
   *
   * @param ready its readiness page
   */
  void addProxy(GuardedProcess process, ReadyPage ready) {
    add(new Managed(Part.DATA_PLANE, process, ready.address(), Optional.of(ready), ""));
  }

  /**
   * Adds a running service that may be killed and restarted.
   *
   * @param ready its readiness page
   * @param metrics path of its metrics at the same address; empty where it has none
   */
  void addService(GuardedProcess process, ReadyPage ready, String metrics) {
    add(new Managed(Part.APPLICATION, process, ready.address(), Optional.of(ready), metrics));
  }

  /**
   * Adds a service that other deployments use as well, and that outlasts this one.
   *
   * @param pages address of its pages
   * @param metrics path of its metrics there; empty where it has none
   */
  void share(GuardedProcess process, Address pages, String metrics) {
    put(process.name(), new Managed(Part.APPLICATION, process, pages, Optional.empty(), metrics));
  }

  private void add(Managed one) {
    String name = one.process().name();
    put(name, one);
    teardown.add("stop " + name, () -> now(name).process().stop(STOP_GRACE));
  }

  private void put(String name, Managed one) {
    synchronized (managed) {
      managed.put(name, one);
    }
  }

  private Managed now(String name) {
    synchronized (managed) {
      Managed found = managed.get(name);
      if (found == null) {
        throw new PlatformException(
            "there is no workload %s; there are %s".formatted(name, managed.keySet()));
      }
      return found;
    }
  }

  private List<GuardedProcess> processes() {
    synchronized (managed) {
      return managed.values().stream().map(Managed::process).toList();
    }
  }

  /** Ends these processes together: all get SIGTERM first and shut down in parallel. */
  void endOf(Part part, List<GuardedProcess> together) {
    List<String> all = together.stream().map(GuardedProcess::name).toList();
    teardown.add(
        "terminate the " + part.title(),
        () -> {
          for (int i = all.size() - 1; i >= 0; i--) {
            now(all.get(i)).process().terminate();
          }
        });
  }

  @Override
  public SortedMap<String, Address> entries() {
    return new TreeMap<>(entries);
  }

  @Override
  public DataPlane dataPlane() {
    return dataPlane;
  }

  @Override
  public Instruments instruments(Guarantees claims, RunIdentities identities) {
    return new LocalInstruments(worker, this, claims, identities);
  }

  /**
   * Starts a program that the harness communicates with, such as the load worker; it ends with the
   * harness.
   *
   * @param log file that its standard error is appended to
   */
  Process startInteractive(List<String> command, Path folder, Path log) {
    String name = log.getFileName().toString().replaceFirst("\\.log$", "");
    return guard.start(Command.interactive(name, command, folder, log));
  }

  /** A program that was requested beforehand, for example {@code iperf3}. */
  Path program(String name) {
    return programs.obtain(name);
  }

  @Override
  public List<Workload> workloads() {
    synchronized (managed) {
      return managed.values().stream()
          .map(Managed::workload)
          .sorted(Comparator.comparing((Workload it) -> it.part() != Part.APPLICATION))
          .toList();
    }
  }

  /**
   * Gives load workers precedence over the system under load on the processors that they share, so
   * that they send on time however busy the servers are.
   */
  void yieldTo(LoadSession workers) {
    List<Long> others = processes().stream().flatMap(GuardedProcess::family).toList();
    workers.pids().forEach(pid -> SchedulingPriority.here().give(pid, others));
  }

  @Override
  public List<String> endedWorkloads() {
    return processes().stream()
        .filter(process -> !process.isAlive())
        .map(GuardedProcess::exitReport)
        .toList();
  }

  @Override
  public Outage interrupt(List<String> workloads, Fault fault) {
    if (fault == Fault.DRAIN) {
      return drain(workloads);
    }
    List<Outage> outages = workloads.stream().map(it -> interrupt(it, fault)).toList();
    return () -> outages.forEach(Outage::end);
  }

  private Outage interrupt(String workload, Fault fault) {
    Managed old = now(workload);
    ReadyPage ready =
        old.ready()
            .orElseThrow(
                () ->
                    new PlatformException(
                        workload + " cannot be interrupted: it is not part of the arm"));
    if (fault == Fault.VANISH) {
      old.process().halt();
      return () -> {
        old.process().proceed();
        await(old.process(), ready);
      };
    }
    try {
      if (fault == Fault.STOP) {
        old.process().stop(STOP_GRACE);
      } else {
        old.process().destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s was ended".formatted(workload), e);
    }
    return () -> {
      GuardedProcess fresh = guard.start(old.process().command());
      put(workload, new Managed(old.part(), fresh, old.management(), old.ready(), old.metrics()));
      await(fresh, ready);
    };
  }

  /** Makes all proxies that choose the processes stop doing so, each by its own means. */
  private Outage drain(List<String> workloads) {
    List<Drain> drains =
        dataPlane.changes().drains().stream().filter(it -> it.names().equals(workloads)).toList();
    if (drains.isEmpty()) {
      throw new PlatformException(
          "%s cannot be drained: no proxy of the arm can stop choosing it"
              .formatted(String.join(", ", workloads)));
    }
    drains.forEach(it -> tell(it.proxy(), it.out()));
    drains.forEach(it -> follows(it.proxy(), it.out()));
    return () -> {
      drains.forEach(it -> tell(it.proxy(), it.in()));
      drains.forEach(it -> follows(it.proxy(), it.in()));
    };
  }

  private void tell(String proxy, Turn turn) {
    if (turn.way() instanceof Way.Commanded command) {
      command.lines().forEach(line -> RuntimeApi.send(command.api(), line));
    } else if (turn.way() instanceof Way.Reloaded reloaded) {
      OwnFiles.replace(reloaded.file());
      now(proxy).process().reload();
    } else if (turn.way() instanceof Way.Watched watched) {
      OwnFiles.replace(watched.file());
    } else if (turn.way() instanceof Way.Restarted restarted) {
      OwnFiles.replace(restarted.file());
      interrupt(proxy, Fault.STOP).end();
    }
  }

  /** Waits until a proxy acts as instructed. */
  private void follows(String proxy, Turn turn) {
    turn.signs()
        .forEach(
            sign -> {
              ReadyPage page = new ReadyPage(now(proxy).management(), sign.path());
              TOLD.untilTrue(
                  () -> sign.line().isEmpty() ? page.isThere() : page.has(sign.line()),
                  () ->
                      "%s did not follow within %d s: expected %s %s"
                          .formatted(
                              proxy,
                              TOLD.limit().toSeconds(),
                              page,
                              sign.line().isEmpty()
                                  ? "to be there"
                                  : "to have the line: " + sign.line()));
            });
  }

  private static void await(GuardedProcess process, ReadyPage ready) {
    new Readiness(RESTART_TIMEOUT).await(List.of(new Readiness.Page(process, ready)));
  }

  @Override
  public void changePolicy(boolean denied) {
    List<PolicyPush> pushes = dataPlane().changes().policies();
    if (pushes.isEmpty()) {
      throw new PlatformException(
          "no proxy of the arm accepts policy changes while it runs; expected at least one");
    }
    pushes.forEach(push -> OwnFiles.replace(denied ? push.changed() : push.usual()));
  }

  @Override
  public void diagnose() {
    // Every process writes its log to the folder of diagnoses.
  }

  @Override
  public void close() {
    teardown.close();
  }
}
