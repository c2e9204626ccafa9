package io.meshgauge.platform.local;

import io.meshgauge.measure.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Ground;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.ThisMachine;
import io.meshgauge.platform.Workload;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;

/** Services and proxies that run as child processes. */
final class LocalDeployment implements Deployment, ThisMachine {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final ProcessGuard guard;
  private final Programs programs;
  private final DataPlane dataPlane;
  private final Address entry;
  private final Teardown teardown = new Teardown();
  private final List<Workload> services = new ArrayList<>();
  private final List<Workload> proxies = new ArrayList<>();
  private final List<GuardedProcess> processes = new ArrayList<>();

  LocalDeployment(ProcessGuard guard, Programs programs, DataPlane dataPlane, Address entry) {
    this.guard = guard;
    this.programs = programs;
    this.dataPlane = dataPlane;
    this.entry = entry;
  }

  /** Something more to undo, after everything that is added later. */
  void undo(String what, Teardown.Action action) {
    teardown.add(what, action);
  }

  /** Takes charge of a process that was started. */
  void add(Part part, GuardedProcess process, Address management) {
    processes.add(process);
    teardown.add("stop " + process.name(), () -> process.stop(GRACE));
    Workload workload =
        new Workload(process.name(), part, OptionalLong.of(process.pid()), management);
    (part == Part.APPLICATION ? services : proxies).add(workload);
  }

  /** Marks that all of one kind were added: they are asked to end together, and end in parallel. */
  void endOf(Part part, List<GuardedProcess> together) {
    List<GuardedProcess> all = List.copyOf(together);
    teardown.add(
        "ask the " + part.title() + " to end",
        () -> {
          for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).terminate();
          }
        });
  }

  @Override
  public Address entry() {
    return entry;
  }

  @Override
  public DataPlane dataPlane() {
    return dataPlane;
  }

  @Override
  public Ground ground() {
    return this;
  }

  @Override
  public Process converse(List<String> command, Path folder, Path log) {
    String name = log.getFileName().toString().replaceFirst("\\.log$", "");
    return guard.start(Command.conversing(name, command, folder, log));
  }

  @Override
  public Path program(String name) {
    return programs.obtain(name);
  }

  @Override
  public ThreadFactory observers() {
    return Precedence.here()::observer;
  }

  @Override
  public List<Workload> workloads() {
    List<Workload> all = new ArrayList<>(services);
    all.addAll(proxies);
    return List.copyOf(all);
  }

  @Override
  public void yieldTo(long worker) {
    Precedence.here().give(worker, processes.stream().flatMap(GuardedProcess::family).toList());
  }

  @Override
  public List<String> casualties() {
    return processes.stream()
        .filter(process -> !process.isAlive())
        .map(GuardedProcess::epitaph)
        .toList();
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
