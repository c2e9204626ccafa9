package io.meshgauge.platform.local;

import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The default platform: child processes on the loopback device of this machine.
 *
 * <p>Several may run concurrently, in one harness or more: ports are claimed, and each site has its
 * own folder.
 */
public final class LocalPlatform implements Platform {
  private final ProcessGuard guard = new ProcessGuard();
  private final Teardown teardown = new Teardown();
  private final WorkerLayout worker;
  private final ClassArchives archives = new ClassArchives();
  private final Path home;
  private final Programs programs;

  /**
   * @param home checkout with the built services
   * @param programs of the products
   */
  public LocalPlatform(Path home, List<ProgramSpec> programs) {
    this(home, CacheFolder.ofUser(), System.getenv(), programs);
  }

  LocalPlatform(
      Path home, CacheFolder cache, Map<String, String> environment, List<ProgramSpec> programs) {
    this.worker = WorkerLayout.below(home);
    this.home = home.toAbsolutePath().normalize();
    this.programs = Programs.of(guard, cache, environment, this.home, programs);
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
    return deploy(site, order.design().local(site), order.knobs(), order.logs());
  }

  /** Chooses the addresses of a topology's services. */
  Site prepare(Topology topology, Path workingFolder, Path identities) {
    try {
      Files.createDirectories(workingFolder);
    } catch (IOException e) {
      throw new PlatformException("cannot create " + workingFolder + ": " + e.getMessage(), e);
    }
    Ports ports = new Ports();
    teardown.add("release ports", ports::close);
    Map<String, Address> serving = new HashMap<>();
    topology
        .replicas()
        .forEach(replica -> serving.put(replica.name(), Address.loopback(ports.getAsInt())));
    return new Site(topology, serving, ports, identities, workingFolder);
  }

  /** Starts proxies and services at a site from {@link #prepare}, which is used once. */
  Deployment deploy(Site site, DataPlane dataPlane, Map<String, String> knobs, Path logs) {
    LocalStart start = start(site, dataPlane, logs);
    if (IperfServer.in(site.topology())) {
      return start(start, site, start::iperf);
    }
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
    return start(start, site, () -> start.services(knobs, this::sharing));
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

  /** Prepares a deployment at a site; nothing runs yet. */
  LocalStart start(Site site, DataPlane dataPlane, Path logs) {
    return new LocalStart(home, guard, programs, worker, site, dataPlane, logs);
  }

  private Deployment start(LocalStart start, Site site, Runnable services) {
    LocalDeployment deployment = start.deployment();
    teardown.add("take down the deployment", deployment::close);
    if (site.ports() instanceof Ports ports) {
      deployment.undo("release ports", ports::close);
    }
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
