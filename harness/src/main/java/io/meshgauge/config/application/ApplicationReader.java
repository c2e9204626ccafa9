package io.meshgauge.config.application;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Arms;
import io.meshgauge.application.Application.Load;
import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Layers;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Converts the tree of an application's file; all problems at once. */
final class ApplicationReader {
  static final Keys KEYS = new Keys("an application");
  private static final Key<String> NAME = KEYS.key("name", Form.NAME);
  private static final Key<Section> EVERY =
      KEYS.key("every-service", Form.section(ServiceReader.KEYS));
  private static final Key<SortedMap<String, Section>> SERVICES =
      KEYS.key(
          "services",
          Form.named(Form.section(ServiceReader.KEYS)).that(it -> !it.isEmpty(), "at least one"));
  private static final Key<List<Section>> CALLS = KEYS.key("calls", CallsReader.FORM);
  private static final Key<List<String>> LOAD =
      KEYS.key(
          "load",
          Form.list(Form.text("the service that the load calls"))
              .that(it -> !it.isEmpty(), "at least one"));
  private static final Key<SortedMap<String, Section>> REQUESTS =
      KEYS.key("requests", RequestsReader.FORM);
  private static final Key<SortedMap<String, Section>> PLANS =
      KEYS.key("plans", Form.map(Form.section(Keys.of("a plan", LOAD, REQUESTS))));
  private static final Key<String> DEPLOY =
      KEYS.key("deploy", Form.text("a folder or file of manifests, relative to this file"));

  private static final Keys ATTACH_KEYS = new Keys("attach:");

  /** The namespace of a running application; that of a cluster's own parts is refused. */
  private static final Key<String> NAMESPACE =
      ATTACH_KEYS.key(
          "namespace",
          Form.matching(
                  "(?!(?:kube-.*|istio-.*|linkerd|linkerd-.*|cilium.*|traefik-mesh)$)"
                      + "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?",
                  "the name of the namespace in which the application runs,"
                      + " and none of the cluster's or a mesh's own")
              .advised("kubectl get namespaces lists them"));

  private static final Key<Section> ATTACH = KEYS.key("attach", Form.section(ATTACH_KEYS));

  private static final Keys ARMS_KEYS = new Keys("arms:");

  /** The header is that of W3C baggage. */
  private static final Key<String> HEADER = ARMS_KEYS.key("header", Form.oneOf(List.of("baggage")));

  private static final Key<List<String>> SETTINGS = ARMS_KEYS.key("settings", Form.list(Form.TEXT));
  private static final Key<Section> ARMS = KEYS.key("arms", Form.section(ARMS_KEYS));

  private final String folder;
  private final Problems problems;
  private final ServiceReader reader;
  private final Set<String> labels = new LinkedHashSet<>();

  ApplicationReader(String folder, Problems problems) {
    this.folder = folder;
    this.problems = problems;
    this.reader = new ServiceReader(folder, problems);
  }

  /** The application; empty if something of it cannot be used. */
  Optional<Application> read(Value.Mapping tree) {
    Section top = Section.of(tree, KEYS, problems);
    Optional<String> name = top.require(NAME);
    Map<String, Place> places = new LinkedHashMap<>();
    Map<String, Service> services = services(top, places);
    Set<String> entries = new LinkedHashSet<>(places.keySet());
    entries.removeAll(reader.neverCalled());
    SortedMap<String, Load> loads = loads(top, entries, services);
    List<Hop> hops =
        new CallsReader(places.keySet(), services, reader.neverCalled(), labels, problems)
            .read(top.get(CALLS, List.of()));
    OnCluster onCluster = onCluster(top);
    new LaunchRules(problems).check(top.entries(SERVICES), services, hops);
    if (services.isEmpty() || loads.isEmpty() || name.isEmpty()) {
      return Optional.empty();
    }
    List<Service> ordered = calleesFirst(services, hops, loads);
    for (Service service : services.values()) {
      if (!ordered.contains(service)) {
        problems.wrong(
            places.getOrDefault(service.name(), top.place()),
            "the service %s is never called".formatted(service.name()),
            "a call to it, by the load or by a service that runs",
            "add it to calls:, or write called: never at a service that consumes a queue or polls,"
                + " or remove the service");
      }
    }
    return Optional.of(
        new Application(name.get(), folder, ordered, hops, loads, onCluster, arms(top)));
  }

  private Map<String, Service> services(Section top, Map<String, Place> places) {
    Map<String, Service> services = new LinkedHashMap<>();
    Map<String, Value.Entry> written = top.entries(SERVICES);
    top.require(SERVICES);
    Value.Mapping common = new Value.Mapping(top.entries(EVERY), top.place());
    written.forEach(
        (service, entry) -> {
          places.put(service, entry.key());
          if (service.equals(Topology.LOAD) || service.equals(Topology.STREAM_SERVER)) {
            problems.wrong(
                entry.key(),
                "a service named \"%s\"".formatted(service),
                "another name: the harness calls a workload of its own so",
                "rename the service here; its Service on a cluster may keep its name");
          }
          if (entry.value() instanceof Value.Mapping own) {
            reader
                .read(service, Layers.over(common, own))
                .ifPresent(it -> services.put(service, it));
          }
        });
    return services;
  }

  private SortedMap<String, Load> loads(
      Section top, Set<String> names, Map<String, Service> services) {
    SortedMap<String, Load> loads = new TreeMap<>();
    load(top, names, services).ifPresent(load -> loads.put(Application.EVERY_PLAN, load));
    top.get(PLANS, new TreeMap<>())
        .forEach(
            (plan, own) ->
                load(own, names, services).ifPresent(load -> loads.put(Plan.current(plan), load)));
    return loads;
  }

  private Optional<Load> load(Section section, Set<String> names, Map<String, Service> services) {
    List<String> entries = section.require(LOAD).orElse(List.of());
    List<Hop> hops = new ArrayList<>();
    for (String name : section.get(LOAD, Form.list(Form.oneOf(names))).orElse(List.of())) {
      Optional.ofNullable(services.get(name))
          .map(
              server ->
                  new Hop(
                      Topology.LOAD, server.name(), server.protocol(), Calls.ONE, server.probe()))
          .ifPresent(hops::add);
    }
    SortedMap<String, Application.Request> read =
        new RequestsReader(hops, problems).read(section.get(REQUESTS, new TreeMap<>()));
    labels.addAll(read.keySet());
    if (hops.size() == 1 && hops.get(0).protocol() == Protocol.TCP) {
      problems.wrong(
          section.place(),
          "the load calls %s, which speaks TCP".formatted(hops.get(0).server()),
          "a service of HTTP or gRPC",
          "name one that answers requests; the plan tcp measures streams");
    }
    return hops.isEmpty() || hops.size() < entries.size()
        ? Optional.empty()
        : Optional.of(new Load(hops, read));
  }

  /** The manifests, relative to the checkout as the folder is, or where it already runs. */
  private OnCluster onCluster(Section top) {
    Optional<String> manifests =
        top.get(DEPLOY).map(it -> Path.of(folder).resolve(it).normalize().toString());
    Optional<Section> attach = top.get(ATTACH);
    if (attach.isEmpty()) {
      return new OnCluster(manifests.orElse(""), "");
    }
    if (manifests.isPresent()) {
      problems.wrong(
          attach.get().place(),
          "deploy: and attach: in one file",
          "one of them: the application is deployed by the harness, or runs already",
          "remove one, or write a file for each");
    }
    return new OnCluster("", attach.get().require(NAMESPACE).orElse(""));
  }

  /** How arms share the services. */
  private Arms arms(Section top) {
    if (top.has(ARMS) && !reader.neverCalled().isEmpty()) {
      problems.wrong(
          top.place(ARMS),
          "arms: with %s, which is never called"
              .formatted(String.join(", ", reader.neverCalled().stream().sorted().toList())),
          "services of their own for each arm: calls that follow no request belong to no arm",
          "remove arms:");
    }
    return top.get(ARMS)
        .map(it -> new Arms(it.require(HEADER).orElse(""), it.get(SETTINGS, List.of())))
        .orElse(Arms.NONE);
  }

  /** The services that run, each after those that it calls itself where possible. */
  private List<Service> calleesFirst(
      Map<String, Service> services, List<Hop> hops, SortedMap<String, Load> loads) {
    Set<String> called = new HashSet<>();
    reader.neverCalled().forEach(it -> reach(it, hops, called));
    loads
        .values()
        .forEach(load -> load.entries().forEach(hop -> reach(hop.server(), hops, called)));
    List<Service> waiting =
        new ArrayList<>(
            services.values().stream().filter(it -> called.contains(it.name())).toList());
    List<Service> ordered = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Service next =
          waiting.stream()
              .filter(service -> calls(service, hops).noneMatch(it -> among(waiting, it)))
              .findFirst()
              // Services that call each other in a circle: the first of the file.
              .orElse(waiting.get(0));
      waiting.remove(next);
      ordered.add(next);
    }
    return ordered;
  }

  private static Stream<String> calls(Service service, List<Hop> hops) {
    return hops.stream()
        .filter(hop -> hop.client().equals(service.name()))
        .map(Hop::server)
        .filter(server -> !server.equals(service.name()));
  }

  private static boolean among(List<Service> services, String name) {
    return services.stream().anyMatch(service -> service.name().equals(name));
  }

  private static void reach(String service, List<Hop> hops, Set<String> called) {
    if (called.add(service)) {
      hops.stream()
          .filter(hop -> hop.client().equals(service))
          .forEach(hop -> reach(hop.server(), hops, called));
    }
  }
}
