package io.meshgauge.config.application;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Service;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads who calls whom. */
final class CallsReader {
  private static final Keys KEYS = new Keys("a call");
  private static final Key<String> FROM = KEYS.key("from", Form.text("the name of a service"));
  private static final Key<String> TO = KEYS.key("to", Form.text("the name of a service"));
  private static final Key<Double> PER_REQUEST = KEYS.key("per-request", Form.NUMBER);
  private static final Form<List<String>> LABELS = Form.list(Form.text("labels of requests"));
  private static final Key<List<String>> ONLY = KEYS.key("only", LABELS);
  private static final Key<List<String>> EXCEPT = KEYS.key("except", LABELS);
  private static final Key<List<String>> UNCERTAIN = KEYS.key("uncertain", LABELS);

  static final Form<List<Section>> FORM = Form.list(Form.section(KEYS));

  private final Form<String> names;
  private final Form<String> called;
  private final Set<String> neverCalled;
  private final Map<String, Service> services;
  private final Form<List<String>> labels;
  private final Problems problems;

  /**
   * @param names of all services of the file
   * @param services the usable ones
   * @param neverCalled names of those that are declared as never called
   * @param labels of the load's requests; empty if they are those of a JMeter plan
   */
  CallsReader(
      Collection<String> names,
      Map<String, Service> services,
      Set<String> neverCalled,
      Collection<String> labels,
      Problems problems) {
    this.names = Form.oneOf(names);
    this.called = Form.oneOf(names.stream().filter(it -> !neverCalled.contains(it)).toList());
    this.neverCalled = neverCalled;
    this.services = services;
    this.labels = labels.isEmpty() ? LABELS : Form.list(Form.oneOf(labels));
    this.problems = problems;
  }

  /** The calls between services whose both ends are known. */
  List<Hop> read(List<Section> items) {
    List<Hop> hops = new ArrayList<>();
    Map<String, Place> seen = new HashMap<>();
    for (Section section : items) {
      Optional<Service> from = end(section, FROM, names);
      Optional<Service> to = end(section, TO, called);
      from.ifPresent(client -> refuseNumbers(section, client));
      Calls calls =
          new Calls(
              true,
              section.get(PER_REQUEST).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
              section.get(ONLY, labels).orElse(List.of()),
              section.get(EXCEPT, labels).orElse(List.of()),
              section.get(UNCERTAIN, labels).orElse(List.of()));
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
    }
    return hops;
  }

  private Optional<Service> end(Section section, Key<String> key, Form<String> form) {
    section.require(key);
    return section.get(key, form).map(services::get);
  }

  /** Calls of a service that is never called follow no request of the load. */
  private void refuseNumbers(Section section, Service client) {
    List<String> written = new ArrayList<>(section.names());
    written.removeAll(List.of(FROM.name(), TO.name()));
    if (neverCalled.contains(client.name()) && !written.isEmpty()) {
      problems.wrong(
          section.place(),
          "calls of %s with %s, and %s is never called"
              .formatted(client.name(), String.join(", ", written), client.name()),
          "no number and no requests: it calls by itself, whatever the load sends",
          "leave %s out, or remove called: never of %s"
              .formatted(String.join(", ", written), client.name()));
    }
  }
}
