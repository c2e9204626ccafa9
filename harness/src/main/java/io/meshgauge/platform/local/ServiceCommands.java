package io.meshgauge.platform.local;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Command lines of the sample services: the same Java, flags and properties in every arm; only peer
 * addresses differ.
 *
 * @param jars of the services
 * @param site with their addresses
 * @param management address of each process's actuator, by its name
 */
record ServiceCommands(ServiceJars jars, Site site, Map<String, Address> management) {
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

  /**
   * The command of a service's process.
   *
   * @param dial peer address by hop
   * @param knobs settings by name; a name with a dot is passed as a property
   * @param sharing flag for class-data sharing, or none
   */
  List<String> command(
      Replica replica, Map<Hop, Address> dial, Map<String, String> knobs, List<String> sharing) {
    String service = replica.service();
    List<String> arguments = new ArrayList<>();
    arguments.add(java().toString());
    arguments.addAll(FLAGS);
    arguments.addAll(sharing);
    arguments.addAll(List.of("-jar", jars.jar(service).toString()));
    Address own = managementOf(replica);
    property(arguments, "server.address", own.host());
    property(arguments, "server.port", own.port());
    if (isGrpc(service)) {
      property(arguments, "meshgauge.grpc.address", site.servingOf(replica).host());
      property(arguments, "meshgauge.grpc.port", site.servingOf(replica).port());
    }
    for (Hop hop : site.topology().from(service)) {
      property(arguments, "meshgauge.peer." + hop.server(), url(hop, dial.get(hop)));
    }
    property(arguments, "meshgauge.jwks", site.identities().resolve("jwks.json").toAbsolutePath());
    new TreeMap<>(knobs)
        .forEach(
            (name, value) ->
                property(arguments, name.contains(".") ? name : "meshgauge.knob." + name, value));
    return arguments;
  }

  private Address managementOf(Replica replica) {
    Address address = management.get(replica.name());
    return address == null ? site.servingOf(replica) : address;
  }

  private boolean isGrpc(String service) {
    return isGrpc(site, service);
  }

  /** Whether a service is called by gRPC, which has a port separate from the actuator's. */
  static boolean isGrpc(Site site, String service) {
    return site.topology().to(service).stream().anyMatch(hop -> hop.protocol() == Protocol.GRPC);
  }

  private static String url(Hop hop, @Nullable Address address) {
    if (address == null) {
      throw new IllegalArgumentException("the data plane has no address for " + hop);
    }
    return hop.protocol() == Protocol.GRPC ? address.toString() : "http://" + address;
  }

  private static void property(List<String> arguments, String name, Object value) {
    arguments.add("--" + name + "=" + value);
  }
}
