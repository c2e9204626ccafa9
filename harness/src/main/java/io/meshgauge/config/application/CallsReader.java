package io.meshgauge.config.application;

import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Service;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads who calls whom. */
final class CallsReader {
  private final Set<String> names;
  private final Map<String, Service> services;
  private final Problems problems;
  private final Map<Value.Scalar, String> labels = new LinkedHashMap<>();

  /**
   * @param names of all services of the file
   * @param services the usable ones
   */
  CallsReader(Set<String> names, Map<String, Service> services, Problems problems) {
    this.names = names;
    this.services = services;
    this.problems = problems;
  }

  /** The calls between services whose both ends are known. */
  List<Hop> read(List<Value> items) {
    List<Hop> hops = new ArrayList<>();
    Map<String, Place> seen = new HashMap<>();
    for (Value item : items) {
      if (item instanceof Value.Mapping mapping) {
        Section section = Section.of(mapping, Shape.CALL, problems);
        Optional<Service> from = end(section, "from");
        Optional<Service> to = end(section, "to");
        Calls calls = calls(section);
        if (from.isPresent() && to.isPresent()) {
          Service server = to.get();
          Hop hop =
              new Hop(from.get().name(), server.name(), server.protocol(), calls, server.probe());
          Place earlier = seen.putIfAbsent(hop.toString(), section.place());
          if (earlier != null) {
            problems.wrong(
                section.place(),
                "a second entry for " + hop,
                "each pair once; the first is at " + earlier,
                "add up their numbers in one entry");
          } else {
            hops.add(hop);
          }
        }
      } else {
        problems.wrong(
            item.place(),
            "a call is " + item.describe(),
            "keys with values, such as {from: web, to: prices, per-request: 1}",
            "write from: and to:");
      }
    }
    return hops;
  }

  private Optional<Service> end(Section section, String key) {
    Optional<Value.Scalar> name = section.scalar(key, "the name of a service");
    if (name.isEmpty()) {
      problems.wrong(
          section.place(), "a call without " + key, "from: and to:", "name both services");
    }
    if (name.isPresent() && !names.contains(name.get().text())) {
      problems.wrong(
          name.get().place(),
          "an unknown service " + name.get().describe(),
          "one of " + String.join(", ", names),
          Nearest.advice(name.get().text(), List.copyOf(names)));
    }
    return name.map(Value.Scalar::text).map(services::get);
  }

  private Calls calls(Section section) {
    OptionalDouble often = section.number("per-request");
    return new Calls(
        true, often, named(section, "only"), named(section, "except"), named(section, "uncertain"));
  }

  private List<String> named(Section section, String key) {
    List<String> names = new ArrayList<>();
    for (Value value : section.list(key)) {
      Section.scalar(key, value, "labels of requests", problems)
          .ifPresent(
              label -> {
                labels.put(label, key);
                names.add(label.text());
              });
    }
    return names;
  }

  /** Refuses labels that no request of the load has. */
  void checkLabels(Set<String> known) {
    if (known.isEmpty()) {
      // The requests are those of a JMeter plan.
      return;
    }
    labels.forEach(
        (label, key) -> {
          if (!known.contains(label.text())) {
            problems.wrong(
                label.place(),
                "%s names an unknown request %s".formatted(key, label.describe()),
                "one of " + String.join(", ", known),
                Nearest.advice(label.text(), List.copyOf(known)));
          }
        });
  }
}
