package io.meshgauge.platform.local;

import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.local.machine.Confinement;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import io.meshgauge.topology.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Starts the processes of an application's services, all at once. */
final class LocalServices {
  private static final Readiness READY = new Readiness(Duration.ofSeconds(180));

  private final Path home;
  private final ProcessGuard guard;
  private final Site site;
  private final Path logs;
  private final Confinement limits;
  private final Map<String, Address> pages;

  /**
   * @param home the checkout, which folders may be relative to
   * @param site with the addresses of the services
   * @param logs folder with a log for each process
   */
  LocalServices(Path home, ProcessGuard guard, Site site, Path logs, Confinement limits) {
    this.limits = limits;
    this.home = home;
    this.guard = guard;
    this.site = site;
    this.logs = logs;
    this.pages = pages(site);
  }

  /** Where the processes of services reach their peers. */
  @FunctionalInterface
  interface Peers {
    /**
     * The addresses at which a process calls the server of a hop: a list for each arm that shares
     * the process, of several addresses where it calls replicas in turn.
     */
    List<List<Address>> of(Replica client, Hop hop);
  }

  /**
   * A process of a service.
   *
   * @param ready its readiness page
   * @param metrics path of its metrics at the same address; empty where it has none
   */
  record Running(GuardedProcess process, ReadyPage ready, String metrics) {}

  /**
   * Starts all services; they may not be ready yet.
   *
   * @param peers where they call each other
   * @param furtherPorts at which arms after the first call a process, by its name
   * @param settings of a process
   * @param sharing flags for class-data sharing by jar
   */
  List<Running> start(
      Peers peers,
      Map<String, List<Integer>> furtherPorts,
      Function<Replica, Map<String, String>> settings,
      Function<Path, List<String>> sharing) {
    ServiceCommands commands = new ServiceCommands(home, site, pages, furtherPorts);
    List<Running> started = new ArrayList<>();
    for (Replica replica : site.topology().replicas()) {
      Service service = site.topology().service(replica.service());
      Launch launch = ServiceCommands.launch(service);
      List<String> flags =
          launch.java() ? sharing.apply(ServiceCommands.jar(home, launch)) : List.of();
      List<String> arguments = commands.command(replica, peers, settings.apply(replica), flags);
      Path log = logs.resolve(replica.name() + ".log");
      GuardedProcess process =
          guard.start(
              Command.logged(replica.name(), arguments, folder(launch), log)
                  .with(commands.environment(replica, peers))
                  .within(limits.group(Part.APPLICATION, replica.name())));
      Address page = Objects.requireNonNull(pages.get(replica.name()));
      String ready = service.isReachable() ? service.pages().ready() : ReadyPage.NONE;
      started.add(new Running(process, new ReadyPage(page, ready), service.pages().metrics()));
    }
    return started;
  }

  /** Waits until services are ready. */
  static void await(List<Running> services) {
    READY.await(services.stream().map(it -> new Readiness.Page(it.process(), it.ready())).toList());
  }

  private Path folder(Launch launch) {
    return launch.java()
        ? LocalStart.created(site.folder().resolve("services"))
        : ServiceCommands.folder(home, launch);
  }

  /** Where each process serves its pages for operators. */
  private static Map<String, Address> pages(Site site) {
    Map<String, Address> pages = new HashMap<>(site.serving());
    for (Replica replica : site.topology().replicas()) {
      if (site.topology().service(replica.service()).pages().apart()) {
        pages.put(replica.name(), site.free());
      }
    }
    return Map.copyOf(pages);
  }
}
