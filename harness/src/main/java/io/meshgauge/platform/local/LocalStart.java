package io.meshgauge.platform.local;

import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.UpstreamHealthCheck;
import io.meshgauge.platform.local.machine.Confinement;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.platform.local.program.Programs;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Starts one deployment: proxies first, then all services at once. */
final class LocalStart {
  private static final Readiness PROXIES_READY = new Readiness(Duration.ofSeconds(60));
  private static final String THINK_TIME = "think-time";
  private static final String FAILURE_RATE = "failure-rate";

  private final Path home;
  private final ProcessGuard guard;
  private final Programs programs;
  private final Site site;
  private final DataPlane dataPlane;
  private final Path logs;
  private final Confinement limits;
  private final LocalDeployment deployment;
  private final Collectors collectors;

  LocalStart(
      Path home,
      ProcessGuard guard,
      Programs programs,
      WorkerLayout worker,
      Site site,
      DataPlane dataPlane,
      Path logs,
      Confinement limits) {
    this.limits = limits;
    this.home = home;
    this.guard = guard;
    this.programs = programs;
    this.site = site;
    this.dataPlane = dataPlane;
    this.logs = created(logs);
    this.deployment =
        new LocalDeployment(
            guard, programs, worker, dataPlane, entries(site, dataPlane), limits.limits());
    this.collectors =
        new Collectors(guard, programs, dataPlane.backends(), deployment, site.folder(), this.logs);
  }

  /** The deployment so far; the caller closes it after a failure. */
  LocalDeployment deployment() {
    return deployment;
  }

  /** Starts the trace collector and creates the folder of access logs, before any proxy. */
  void collectors() {
    collectors.prepare();
  }

  /** Starts the scraper of services and proxies, after all are ready. */
  void scraper() {
    collectors.scrape();
  }

  /** Starts all proxies and waits until they are ready. */
  void proxies() {
    Instant begin = Instant.now();
    List<GuardedProcess> started = new ArrayList<>();
    List<Readiness.Page> pages = new ArrayList<>();
    Path folder = created(site.configuration("").normalize());
    for (ProxyProcess proxy : dataPlane.proxies()) {
      String file = proxy.name() + "." + proxy.type().configSuffix();
      Path config = OwnFiles.write(site.configuration(file), proxy.config());
      for (ConfigFile extra : proxy.files()) {
        created(Objects.requireNonNull(extra.path().getParent()));
        OwnFiles.write(extra.path(), extra.content());
      }
      Path program = programs.obtain(proxy.type().program());
      List<Path> modules = proxy.modules().stream().map(programs::obtain).toList();
      List<String> arguments =
          new ArrayList<>(
              proxy
                  .type()
                  .command(
                      new ProxyLaunch(
                          program, config, proxy.workers(), modules, ServiceCommands.prefix())));
      arguments.addAll(proxy.arguments());
      GuardedProcess process =
          guard.start(
              command(proxy.name(), arguments, folder)
                  .within(limits.group(Part.DATA_PLANE, proxy.name())));
      ReadyPage ready = new ReadyPage(proxy.admin(), proxy.type().readyPage());
      deployment.addProxy(process, ready);
      started.add(process);
      pages.add(new Readiness.Page(process, ready));
    }
    deployment.endOf(Part.DATA_PLANE, started);
    PROXIES_READY.await(pages);
    deployment.integrated(Integration.of(configuration(), Duration.between(begin, Instant.now())));
  }

  /** All files that the proxies read, but for keys. */
  private List<String> configuration() {
    return dataPlane.proxies().stream()
        .flatMap(
            proxy ->
                Stream.concat(
                    Stream.of(proxy.config()), proxy.files().stream().map(ConfigFile::content)))
        .toList();
  }

  /**
   * Starts all services and waits until they are ready.
   *
   * @param sharing flags for class-data sharing by jar
   */
  List<GuardedProcess> services(
      Map<String, String> settings, Function<Path, List<String>> sharing) {
    List<LocalServices.Running> started =
        new LocalServices(home, guard, site, logs, limits)
            .start(
                (client, hop) -> List.of(dataPlane.dialled(client, hop)),
                Map.of(),
                replica -> settings(settings, replica),
                sharing);
    started.forEach(it -> deployment.addService(it.process(), it.ready(), it.metrics()));
    List<GuardedProcess> processes = started.stream().map(LocalServices.Running::process).toList();
    deployment.endOf(Part.APPLICATION, processes);
    LocalServices.await(started);
    return processes;
  }

  /** Waits until the proxies see their upstreams healthy. */
  void awaitUpstreams() {
    UpstreamHealthCheck.await(dataPlane.proxies());
  }

  /** Settings of one replica: those of all, plus its own delay or failure rate. */
  private Map<String, String> settings(Map<String, String> settings, Replica replica) {
    Map<String, String> own = new HashMap<>(settings);
    dataPlane.slowed(replica).ifPresent(more -> own.put(THINK_TIME, more.toMillis() + "ms"));
    dataPlane.failing(replica).ifPresent(share -> own.put(FAILURE_RATE, Double.toString(share)));
    return own;
  }

  /** Starts the iperf3 server, which replaces the services, and waits until it listens. */
  void iperf() {
    IperfServer server = IperfServer.at(site, programs.obtain(Instruments.STREAM_PROGRAM));
    Path folder = created(site.folder().resolve("services"));
    GuardedProcess process = guard.start(command(Topology.STREAM_SERVER, server.command(), folder));
    deployment.add(Part.APPLICATION, process, server.address());
    server.await(process);
  }

  private Command command(String name, List<String> arguments, Path folder) {
    return Command.logged(name, arguments, folder, logs.resolve(name + ".log"));
  }

  static SortedMap<String, Address> entries(Site site, DataPlane dataPlane) {
    SortedMap<String, Address> entries = new TreeMap<>();
    for (Hop hop : site.topology().from(Topology.LOAD)) {
      Address address = dataPlane.dial().get(hop);
      if (address == null) {
        throw new PlatformException("the data plane has no address for " + hop);
      }
      entries.put(hop.server(), address);
    }
    return entries;
  }

  static Path created(Path folder) {
    try {
      return Files.createDirectories(folder).toAbsolutePath();
    } catch (IOException e) {
      throw new PlatformException("cannot create the folder " + folder + ": " + e.getMessage(), e);
    }
  }
}
