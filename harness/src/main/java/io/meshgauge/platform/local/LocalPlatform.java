package io.meshgauge.platform.local;

import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.SharedServices;
import io.meshgauge.platform.SharedServices.Sharing;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.local.machine.Confinement;
import io.meshgauge.platform.local.machine.LimitGroups;
import io.meshgauge.platform.local.machine.OpenFiles;
import io.meshgauge.platform.local.machine.Ports;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.platform.local.program.Programs;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The default platform: child processes on the loopback device of this machine.
 *
 * <p>Several may run concurrently, in one harness or more: ports are claimed, and each site has its
 * own folder.
 */
public final class LocalPlatform implements Platform {
  private static final Path LIMITS = Path.of("/proc/self/limits");

  private final ProcessGuard guard = new ProcessGuard();
  private final LimitGroups groups = LimitGroups.ofThisProcess();
  private final Teardown teardown = new Teardown();
  private final WorkerLayout worker;
  private final ClassArchives archives = new ClassArchives();
  private final Path home;
  private final Programs programs;

  /**
   * @param home checkout with the built services
   * @param programs that may be run in addition to the services
   */
  public LocalPlatform(Path home, List<ProgramSpec> programs) {
    this.worker = WorkerLayout.below(home);
    this.home = home.toAbsolutePath().normalize();
    this.programs = new Programs(guard, System.getenv(), this.home, programs);
    teardown.add("remove the control groups", groups::close);
    teardown.add("stop remaining processes", guard::close);
  }

  @Override
  public PlatformKind kind() {
    return PlatformKind.LOCAL;
  }

  @Override
  public List<String> problems(Needs needs) {
    List<String> problems = new ArrayList<>(programs.problems(needs.programs()));
    needs
        .services()
        .forEach(service -> ServiceProgram.problem(home, service).ifPresent(problems::add));
    if (ProgramPath.find("sh").isEmpty()) {
      problems.add("no `sh` on the PATH; child processes are guarded by a POSIX shell");
    }
    OpenFiles.problem(LIMITS).ifPresent(problems::add);
    needs.limits().stream()
        .flatMap(it -> Stream.of(it.services(), it.proxies()))
        .flatMap(limit -> groups.problem(limit).stream())
        .distinct()
        .forEach(problems::add);
    return List.copyOf(problems);
  }

  @Override
  public Optional<String> preparation(Needs needs) {
    return archives.complete(jars(needs.services()))
        ? Optional.empty()
        : Optional.of(
            "The services are started once in advance, so that later starts are quick;"
                + " once per build, about half a minute.");
  }

  @Override
  public Optional<String> obtain(Needs needs) {
    needs.programs().forEach(programs::obtain);
    return Optional.empty();
  }

  @Override
  public boolean capturesPackets() {
    return WireWatch.capturePermitted();
  }

  @Override
  public Environment environment(List<Service> services) {
    return new MachineFacts(jars(services), programs).environment();
  }

  @Override
  public Map<String, String> conditions() {
    return MachineFacts.conditions();
  }

  @Override
  public Deployment deploy(Order order) {
    Site site = prepare(order.topology(), order.workingFolder(), order.identities());
    return deploy(
        site,
        order.design().local(site),
        order.knobs(),
        order.logs(),
        new Confinement(groups, order.limits()));
  }

  @Override
  public SharedServices share(Sharing sharing) {
    LocalSharedServices shared = new LocalSharedServices(this, sharing, ports());
    teardown.add("take down the shared services", shared::close);
    shared.start();
    return shared;
  }

  private Ports ports() {
    Ports ports = new Ports();
    teardown.add("release ports", ports::close);
    return ports;
  }

  /** Chooses the addresses of a topology's services. */
  Site prepare(Topology topology, Path workingFolder, Path identities) {
    LocalStart.created(workingFolder);
    Ports ports = ports();
    Map<String, Address> serving = new HashMap<>();
    topology
        .replicas()
        .forEach(replica -> serving.put(replica.name(), Address.loopback(ports.getAsInt())));
    return new Site(topology, serving, ports, identities, workingFolder);
  }

  /** Starts proxies and services at a site from {@link #prepare}, which is used once. */
  Deployment deploy(Site site, DataPlane dataPlane, Map<String, String> knobs, Path logs) {
    return deploy(site, dataPlane, knobs, logs, unlimited());
  }

  private Confinement unlimited() {
    return new Confinement(groups, Limits.NONE);
  }

  private Deployment deploy(
      Site site, DataPlane dataPlane, Map<String, String> knobs, Path logs, Confinement limits) {
    LocalStart start = start(site, dataPlane, logs, limits);
    if (IperfServer.in(site.topology())) {
      return start(start, site, start::iperf);
    }
    checkServices(site);
    return start(start, site, () -> start.services(knobs, this::sharing));
  }

  /** Refuses services that cannot be started, and prepares those that were never started. */
  private void checkServices(Site site) {
    List<String> missing =
        site.topology().members().stream()
            .flatMap(service -> ServiceProgram.problem(home, service).stream())
            .toList();
    if (!missing.isEmpty()) {
      throw new PlatformException(String.join("\n", missing));
    }
    if (!archives.complete(jars(site.topology()))) {
      new CdsArchiver(this, archives).run(site);
    }
  }

  /** Starts the services of a site; they may not be ready yet. */
  List<LocalServices.Running> services(
      Site site,
      LocalServices.Peers peers,
      Map<String, List<Integer>> furtherPorts,
      Map<String, String> settings,
      Path logs) {
    checkServices(site);
    return new LocalServices(home, guard, site, logs, unlimited())
        .start(peers, furtherPorts, replica -> settings, this::sharing);
  }

  private List<String> sharing(Path jar) {
    return jar.startsWith(home) ? archives.use(jar) : List.of();
  }

  /** The jars of services whose class archives the harness makes: those of the checkout. */
  List<Path> jars(Topology topology) {
    return jars(topology.members());
  }

  private List<Path> jars(List<Service> services) {
    return services.stream()
        .flatMap(service -> service.launch().stream())
        .filter(Launch::java)
        .map(launch -> ServiceCommands.jar(home, launch))
        .filter(jar -> jar.startsWith(home))
        .toList();
  }

  /** Prepares the data plane of an arm whose services run already; nothing runs yet. */
  LocalStart start(Site site, DataPlane dataPlane, Path logs, Limits limits) {
    return start(site, dataPlane, logs, new Confinement(groups, limits.ofProxies()));
  }

  /** Prepares a deployment at a site; nothing runs yet. */
  private LocalStart start(Site site, DataPlane dataPlane, Path logs, Confinement limits) {
    return new LocalStart(home, guard, programs, worker, site, dataPlane, logs, limits);
  }

  private Deployment start(LocalStart start, Site site, Runnable services) {
    if (site.ports() instanceof Ports ports) {
      start.deployment().undo("release ports", ports::close);
    }
    return start(start, services);
  }

  /** Starts what has been prepared: proxies first, then the services. */
  Deployment start(LocalStart start, Runnable services) {
    LocalDeployment deployment = start.deployment();
    teardown.add("take down the deployment", deployment::close);
    try {
      start.collectors();
      start.proxies();
      services.run();
      start.awaitUpstreams();
      start.scraper();
      return deployment;
    } catch (RuntimeException e) {
      closeAfter(e, deployment);
      throw e;
    }
  }

  /** Closes a failed deployment; a second failure is suppressed. */
  static void closeAfter(RuntimeException failure, Deployment deployment) {
    try {
      deployment.close();
    } catch (PlatformException e) {
      failure.addSuppressed(e);
    }
  }

  /** The data plane without a mesh. */
  static DataPlane direct(Site site) {
    Map<Hop, Address> dial = new HashMap<>();
    site.topology().hops().forEach(hop -> dial.put(hop, site.serving().get(hop.server())));
    return new DataPlane(List.of(), dial, List.of(), dial);
  }

  @Override
  public void close() {
    teardown.close();
  }
}
