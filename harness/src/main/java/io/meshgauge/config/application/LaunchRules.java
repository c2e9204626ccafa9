package io.meshgauge.config.application;

import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the commands of an application's services with its calls: an address that a command does
 * not name cannot be called through a proxy, and one that it names must be declared.
 */
final class LaunchRules {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
  private static final List<String> OWN =
      List.of(
          "host",
          "port",
          "further-ports",
          "pages.host",
          "pages.port",
          "identities",
          "folder",
          "name",
          "value");

  private final Problems problems;

  LaunchRules(Problems problems) {
    this.problems = problems;
  }

  void check(Map<String, Value.Entry> written, Map<String, Service> services, List<Hop> hops) {
    for (Service service : services.values()) {
      Place place = Objects.requireNonNull(written.get(service.name())).key();
      service.launch().ifPresent(launch -> check(place, service, launch, services, hops));
    }
  }

  private void check(
      Place place, Service service, Launch launch, Map<String, Service> services, List<Hop> hops) {
    List<String> called =
        hops.stream().filter(hop -> hop.client().equals(service.name())).map(Hop::server).toList();
    Set<String> named = new HashSet<>();
    for (String placeholder : placeholders(launch)) {
      String peer = placeholder.replaceFirst("\\.(host|port|replicas)$", "");
      if (called.contains(peer)) {
        named.add(peer);
      } else if (services.containsKey(peer)) {
        problems.wrong(
            place,
            "the command of %s names ${%s}, and no call from %s to %s is declared"
                .formatted(service.name(), placeholder, service.name(), peer),
            "{from: %s, to: %s} in calls:".formatted(service.name(), peer),
            "declare the call, or remove ${%s}".formatted(placeholder));
      } else if (!OWN.contains(placeholder)) {
        List<String> known = new ArrayList<>(OWN);
        known.addAll(called);
        problems.wrong(
            place,
            "the command of %s names ${%s}, which does not exist"
                .formatted(service.name(), placeholder),
            "one of " + String.join(", ", known),
            Nearest.advice(placeholder, known));
      }
    }
    called.stream()
        .filter(peer -> !named.contains(peer))
        .forEach(
            peer ->
                problems.wrong(
                    place,
                    "%s calls %s, and its command does not say where"
                        .formatted(service.name(), peer),
                    "${%s} in an argument or a variable of run:".formatted(peer),
                    "pass ${%s}, the address at which a proxy may stand".formatted(peer)));
  }

  private static List<String> placeholders(Launch launch) {
    return Stream.of(
            launch.arguments().stream(),
            launch.environment().values().stream(),
            Stream.of(launch.setting()))
        .flatMap(texts -> texts)
        .flatMap(text -> PLACEHOLDER.matcher(text).results())
        .map(found -> found.group(1))
        .toList();
  }
}
