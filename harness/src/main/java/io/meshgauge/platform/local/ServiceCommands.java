package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import io.meshgauge.topology.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Command lines of an application's services: the same program, flags and settings in every arm;
 * only addresses differ.
 *
 * @param home the checkout, which folders may be relative to
 * @param site with the addresses of the services
 * @param pages address of each process's pages for operators, by its name
 * @param furtherPorts at which arms after the first call a process, by its name
 */
record ServiceCommands(
    Path home, Site site, Map<String, Address> pages, Map<String, List<Integer>> furtherPorts) {
  /**
   * JVM flags of every service. A small fixed heap and the serial collector, which needs no threads
   * of its own on a machine with few cores. Only the C1 compiler: C2 would double the time to
   * readiness, and its compilations would continue for minutes into the measured windows. Services
   * are the same in all arms, and their cost is subtracted.
   */
  static final List<String> FLAGS =
      List.of(
          "-Xms64m",
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          // The JVM writes this file at safepoints: a known cause of rare long pauses.
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError",
          // The build has processed the bean definitions ahead of time.
          "-Dspring.aot.enabled=true",
          "-Duser.language=en",
          "-Duser.country=US",
          "-Duser.timezone=UTC",
          "-Dfile.encoding=UTF-8");

  /** Start of the command line of the project's own programs. */
  static List<String> prefix() {
    List<String> prefix = new ArrayList<>(List.of(java().toString()));
    prefix.addAll(FLAGS);
    return prefix;
  }

  /** The Java of every service: that of the harness. */
  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** The jar of a Java service. */
  static Path jar(Path home, Launch launch) {
    return folder(home, launch).resolve(launch.jar()).normalize();
  }

  /** The folder that a service's paths are relative to. */
  static Path folder(Path home, Launch launch) {
    return home.resolve(launch.folder()).toAbsolutePath().normalize();
  }

  /**
   * How a service is started.
   *
   * @throws PlatformException when it is not known how
   */
  static Launch launch(Service service) {
    return service
        .launch()
        .orElseThrow(
            () ->
                new PlatformException(
                    "service '%s' has no run: in the application's file; expected the command that starts it on this machine"
                        .formatted(service.name())));
  }

  /**
   * The command of a service's process.
   *
   * @param peers where it calls its peers
   * @param settings by name; those that the service does not understand are left out, and names
   *     with a dot are properties of Java services
   * @param sharing flags for class-data sharing, of Java services
   */
  List<String> command(
      Replica replica,
      LocalServices.Peers peers,
      Map<String, String> settings,
      List<String> sharing) {
    Service service = site.topology().service(replica.service());
    Launch launch = launch(service);
    Map<String, String> values = values(replica, launch, peers);
    List<String> arguments = new ArrayList<>();
    if (launch.java()) {
      arguments.addAll(prefix());
      arguments.addAll(sharing);
      arguments.addAll(List.of("-jar", jar(home, launch).toString()));
    }
    launch.arguments().forEach(argument -> arguments.add(filled(argument, values)));
    new TreeMap<>(settings)
        .forEach(
            (name, value) -> {
              if (name.contains(".") && launch.java()) {
                arguments.add("--" + name + "=" + value);
              } else if (service.understands(name)) {
                arguments.add(launch.setting().replace("${name}", name).replace("${value}", value));
              }
            });
    return arguments;
  }

  /** The variables of a service's process, in addition to the few that are inherited. */
  Map<String, String> environment(Replica replica, LocalServices.Peers peers) {
    Launch launch = launch(site.topology().service(replica.service()));
    Map<String, String> values = values(replica, launch, peers);
    Map<String, String> environment = new TreeMap<>();
    launch.environment().forEach((name, value) -> environment.put(name, filled(value, values)));
    for (String secret : launch.secrets()) {
      String value = System.getenv(secret);
      if (value != null) {
        environment.put(secret, value);
      }
    }
    return environment;
  }

  private Map<String, String> values(Replica replica, Launch launch, LocalServices.Peers peers) {
    Map<String, String> values = new HashMap<>();
    Address own = site.servingOf(replica);
    values.put("host", own.host());
    values.put("port", Integer.toString(own.port()));
    values.put(
        "further-ports",
        furtherPorts.getOrDefault(replica.name(), List.of()).stream()
            .map(port -> Integer.toString(port))
            .collect(Collectors.joining(",")));
    put(values, "pages", List.of(pages.getOrDefault(replica.name(), own)));
    values.put("identities", site.identities().toAbsolutePath().toString());
    values.put("folder", folder(home, launch).toString());
    for (Hop hop : site.topology().from(replica.service())) {
      List<List<Address>> addresses = peers.of(replica, hop);
      if (addresses.stream().anyMatch(List::isEmpty)) {
        throw new IllegalArgumentException("the data plane has no address for " + hop);
      }
      List<Address> first = addresses.stream().map(it -> it.get(0)).toList();
      values.put(hop.server(), joined(first, Address::toString));
      values.put(hop.server() + ".replicas", inTurn(addresses));
      put(values, hop.server(), first);
    }
    return values;
  }

  private static void put(Map<String, String> values, String name, List<Address> addresses) {
    values.put(name + ".host", joined(addresses, Address::host));
    values.put(name + ".port", joined(addresses, address -> Integer.toString(address.port())));
  }

  /** The addresses of replicas with {@code |} between them, those of arms with commas. */
  private static String inTurn(List<List<Address>> addresses) {
    return addresses.stream()
        .map(arm -> arm.stream().map(Address::toString).collect(Collectors.joining("|")))
        .collect(Collectors.joining(","));
  }

  private static String joined(List<Address> addresses, Function<Address, String> text) {
    return addresses.stream().map(text).collect(Collectors.joining(","));
  }

  private static String filled(String template, Map<String, String> values) {
    String text = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("${" + value.getKey() + "}", value.getValue());
    }
    return text;
  }
}
