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
 * The command lines of the sample services: the same Java, flags and properties in every arm; only
 * the addresses of the peers differ.
 *
 * @param jars what is started
 * @param site where it listens
 * @param management address of each process's actuator, by its name
 */
record ServiceCommands(ServiceJars jars, Site site, Map<String, Address> management) {
  /**
   * Flags of every service's JVM. A small fixed heap and the serial collector, which needs no
   * threads of its own on a machine with few cores. Only the first compiler: the second would
   * double the time to readiness, and its compilations, which go on for minutes, would fall into
   * the measured windows; the services are the same in all arms, and what they cost is subtracted.
   */
  static final List<String> FLAGS =
      List.of(
          "-Xms64m",
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          // A file that is written by every JVM at safepoints: a known cause of rare long pauses.
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError",
          // Wiring was worked out by the build.
          "-Dspring.aot.enabled=true",
          "-Duser.language=en",
          "-Duser.country=US",
          "-Duser.timezone=UTC",
          "-Dfile.encoding=UTF-8");

  /** What the command line of one of the project's own programs begins with. */
  static List<String> prefix() {
    List<String> prefix = new ArrayList<>(List.of(java().toString()));
    prefix.addAll(FLAGS);
    return prefix;
  }

  /** The Java every service runs on: the harness's own. */
  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /**
   * The command that starts a process of a service.
   *
   * @param dial address to dial by hop
   * @param knobs by name; a name with a dot is a property as it is
   * @param sharing flag about class-data sharing, or none
   */
  List<String> words(
      Replica replica, Map<Hop, Address> dial, Map<String, String> knobs, List<String> sharing) {
    String service = replica.service();
    List<String> words = new ArrayList<>();
    words.add(java().toString());
    words.addAll(FLAGS);
    words.addAll(sharing);
    words.addAll(List.of("-jar", jars.jar(service).toString()));
    Address own = managementOf(replica);
    property(words, "server.address", own.host());
    property(words, "server.port", own.port());
    if (isGrpc(service)) {
      property(words, "meshgauge.grpc.address", site.servingOf(replica).host());
      property(words, "meshgauge.grpc.port", site.servingOf(replica).port());
    }
    for (Hop hop : site.topology().from(service)) {
      property(words, "meshgauge.peer." + hop.server(), url(hop, dial.get(hop)));
    }
    property(words, "meshgauge.jwks", site.identities().resolve("jwks.json").toAbsolutePath());
    new TreeMap<>(knobs)
        .forEach(
            (name, value) ->
                property(words, name.contains(".") ? name : "meshgauge.knob." + name, value));
    return words;
  }

  private Address managementOf(Replica replica) {
    Address address = management.get(replica.name());
    return address == null ? site.servingOf(replica) : address;
  }

  private boolean isGrpc(String service) {
    return isGrpc(site, service);
  }

  /** Whether a service is called by gRPC, which has a port of its own beside the actuator's. */
  static boolean isGrpc(Site site, String service) {
    return site.topology().to(service).stream().anyMatch(hop -> hop.protocol() == Protocol.GRPC);
  }

  private static String url(Hop hop, @Nullable Address address) {
    if (address == null) {
      throw new IllegalArgumentException("the data plane says no address to dial for " + hop);
    }
    return hop.protocol() == Protocol.GRPC ? address.toString() : "http://" + address;
  }

  private static void property(List<String> words, String name, Object value) {
    words.add("--" + name + "=" + value);
  }
}
