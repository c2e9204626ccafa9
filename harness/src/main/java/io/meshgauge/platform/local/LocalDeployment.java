package io.meshgauge.platform.local;

import io.meshgauge.identity.RunIdentities;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.measure.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Workload;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ConfigFile;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
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

/** Services and proxies that run as child processes. */
final class LocalDeployment implements Deployment {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration COMES_BACK = Duration.ofSeconds(120);

  private final ProcessGuard guard;
  private final Programs programs;
  private final WorkerLayout worker;
  private final DataPlane dataPlane;
  private final SortedMap<String, Address> entries;
  private final Teardown teardown = new Teardown();
  private final Map<String, Kept> kept = new LinkedHashMap<>();

  /** A process that is kept running, and who it is in the accounts. */
  private record Kept(
      Part part, GuardedProcess process, Address management, Optional<ReadyPage> ready) {
    Workload workload() {
      return new Workload(process.name(), part, OptionalLong.of(process.pid()), management);
    }
  }

  LocalDeployment(
      ProcessGuard guard,
      Programs programs,
      WorkerLayout worker,
      DataPlane dataPlane,
      SortedMap<String, Address> entries) {
    this.guard = guard;
    this.programs = programs;
    this.worker = worker;
    this.dataPlane = dataPlane;
    this.entries = new TreeMap<>(entries);
  }

  /** Something more to undo, after everything that is added later. */
  void undo(String what, Teardown.Action action) {
    teardown.add(what, action);
  }

  /** Takes charge of a process that was started. */
  void add(Part part, GuardedProcess process, Address management) {
    add(new Kept(part, process, management, Optional.empty()));
  }

  /**
   * Takes charge of a process that may be killed and started again.
   *
   * @param ready the path of the page that is there when it is ready
   */
  void add(Part part, GuardedProcess process, Address management, String ready) {
    add(new Kept(part, process, management, Optional.of(new ReadyPage(management, ready))));
  }

  private void add(Kept one) {
    String name = one.process().name();
    put(name, one);
    teardown.add("stop " + name, () -> now(name).process().stop(GRACE));
  }

  private void put(String name, Kept one) {
    synchronized (kept) {
      kept.put(name, one);
    }
  }

  private Kept now(String name) {
    synchronized (kept) {
      Kept found = kept.get(name);
      if (found == null) {
        throw new PlatformException(
            "there is no workload %s; there are %s".formatted(name, kept.keySet()));
      }
      return found;
    }
  }

  private List<GuardedProcess> processes() {
    synchronized (kept) {
      return kept.values().stream().map(Kept::process).toList();
    }
  }

  /** Marks that all of one kind were added: they are asked to end together, and end in parallel. */
  void endOf(Part part, List<GuardedProcess> together) {
    List<String> all = together.stream().map(GuardedProcess::name).toList();
    teardown.add(
        "ask the " + part.title() + " to end",
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
  Process converse(List<String> command, Path folder, Path log) {
    String name = log.getFileName().toString().replaceFirst("\\.log$", "");
    return guard.start(Command.conversing(name, command, folder, log));
  }

  /** A program that was requested beforehand, for example {@code iperf3}. */
  Path program(String name) {
    return programs.obtain(name);
  }

  @Override
  public List<Workload> workloads() {
    synchronized (kept) {
      return kept.values().stream()
          .map(Kept::workload)
          .sorted(Comparator.comparing((Workload it) -> it.part() != Part.APPLICATION))
          .toList();
    }
  }

  /**
   * Gives a load worker precedence over the system under load on the processors that they share, so
   * that it sends on time however busy the servers are.
   *
   * @param pid of the load worker
   */
  void yieldTo(long pid) {
    SchedulingPriority.here()
        .give(pid, processes().stream().flatMap(GuardedProcess::family).toList());
  }

  @Override
  public List<String> casualties() {
    return processes().stream()
        .filter(process -> !process.isAlive())
        .map(GuardedProcess::epitaph)
        .toList();
  }

  @Override
  public void kill(String workload) {
    Kept old = now(workload);
    ReadyPage ready =
        old.ready()
            .orElseThrow(
                () -> new PlatformException(workload + " is no part of the arm to be killed"));
    old.process().destroyForcibly();
    try {
      old.process().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s was killed".formatted(workload), e);
    }
    GuardedProcess fresh = guard.start(old.process().command());
    put(workload, new Kept(old.part(), fresh, old.management(), old.ready()));
    new Readiness(COMES_BACK).await(List.of(new Readiness.Page(fresh, ready)));
  }

  @Override
  public void replace(List<ConfigFile> files) {
    files.forEach(OwnFiles::replace);
  }

  @Override
  public void diagnose() {
    // Every process has written its log to where diagnoses are looked for.
  }

  @Override
  public void close() {
    teardown.close();
  }
}
