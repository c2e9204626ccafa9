package io.meshgauge.config.application;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Arms;
import io.meshgauge.application.Application.Load;
import io.meshgauge.config.section.Layers;
import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.experiment.Plan;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Nearest;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Converts the tree of an application's file; all problems at once. */
final class ApplicationReader {
  /** A DNS label (RFC 1123), the format of namespaces. */
  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  /** Namespaces of a cluster's and of meshes' own parts, which carry every application. */
  private static final Pattern CLUSTERS_OWN =
      Pattern.compile("kube-.*|istio-.*|linkerd|linkerd-.*|cilium.*|traefik-mesh");

  private static final String BAGGAGE = "baggage";

  private final String folder;
  private final Problems problems;
  private final Set<String> labels = new LinkedHashSet<>();

  ApplicationReader(String folder, Problems problems) {
    this.folder = folder;
    this.problems = problems;
  }

  /** The application; empty if something of it cannot be used. */
  Optional<Application> read(Value.Mapping tree) {
    Section top = Section.of(tree, Shape.APPLICATION, problems);
    Optional<Value.Scalar> name = top.scalar("name", Section.NAME_FORMAT);
    name.ifPresent(scalar -> Section.checkName(scalar, problems));
    if (name.isEmpty()) {
      missing(top.place(), "name", "the name of the application");
    }
    Map<String, Place> places = new LinkedHashMap<>();
    Map<String, Service> services = services(top, places);
    CallsReader calls = new CallsReader(places.keySet(), services, problems);
    List<Hop> hops = calls.read(top.list("calls"));
    SortedMap<String, Load> loads = loads(top, places.keySet(), services, calls);
    OnCluster onCluster = onCluster(top);
    new LaunchRules(problems).check(top, services, hops);
    if (services.isEmpty() || loads.isEmpty() || name.isEmpty()) {
      return Optional.empty();
    }
    List<Service> ordered = calleesFirst(services, hops, loads);
    for (Service service : services.values()) {
      if (!ordered.contains(service)) {
        problems.wrong(
            places.getOrDefault(service.name(), top.place()),
            "the service %s is never called".formatted(service.name()),
            "a call to it, by the load or by a service that is called",
            "add it to calls:, or remove the service");
      }
    }
    return Optional.of(
        new Application(name.get().text(), folder, ordered, hops, loads, onCluster, arms(top)));
  }

  private Map<String, Service> services(Section top, Map<String, Place> places) {
    Map<String, Service> services = new LinkedHashMap<>();
    Optional<Value.Mapping> written = top.mapping("services");
    if (written.map(it -> it.entries().isEmpty()).orElse(true)) {
      missing(top.place(), "services", "at least one service with its port and protocol");
      return services;
    }
    Value.Mapping common =
        top.mapping("every-service").orElse(new Value.Mapping(Map.of(), top.place()));
    ServiceReader reader = new ServiceReader(folder, problems);
    written
        .get()
        .entries()
        .forEach(
            (service, entry) -> {
              places.put(service, entry.key());
              Section.checkName(new Value.Scalar(service, entry.key()), problems);
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
              } else {
                problems.wrong(
                    entry.value().place(),
                    "%s is %s".formatted(service, entry.value().describe()),
                    "keys with values",
                    "write port: and protocol: indented below " + service);
              }
            });
    return services;
  }

  private SortedMap<String, Load> loads(
      Section top, Set<String> names, Map<String, Service> services, CallsReader calls) {
    SortedMap<String, Load> loads = new TreeMap<>();
    load(top, names, services).ifPresent(load -> loads.put(Application.EVERY_PLAN, load));
    top.mapping("plans")
        .ifPresent(
            plans ->
                plans
                    .entries()
                    .forEach(
                        (plan, entry) -> {
                          if (entry.value() instanceof Value.Mapping own) {
                            load(Section.of(own, Shape.APPLICATION_PLAN, problems), names, services)
                                .ifPresent(load -> loads.put(Plan.current(plan), load));
                          } else {
                            missing(entry.key(), "load", "where the load of this plan enters");
                          }
                        }));
    calls.checkLabels(labels);
    return loads;
  }

  private Optional<Load> load(Section section, Set<String> names, Map<String, Service> services) {
    List<Value> entries = section.list("load");
    if (entries.isEmpty()) {
      missing(section.place(), "load", "the service that the load calls");
      return Optional.empty();
    }
    List<Hop> hops = new ArrayList<>();
    for (Value entry : entries) {
      Section.scalar("load", entry, "the name of a service", problems)
          .flatMap(name -> known(name, names, services))
          .map(
              server ->
                  new Hop(
                      Topology.LOAD, server.name(), server.protocol(), Calls.ONE, server.probe()))
          .ifPresent(hops::add);
    }
    RequestsReader requests = new RequestsReader(hops, problems);
    SortedMap<String, Application.Request> read = requests.read(section);
    labels.addAll(read.keySet());
    if (hops.size() == 1 && hops.get(0).protocol() == Protocol.TCP) {
      problems.wrong(
          section.place(),
          "the load calls %s, which speaks TCP".formatted(hops.get(0).server()),
          "a service of HTTP or gRPC",
          "name one that answers requests; the plan tcp measures streams");
    }
    return hops.size() == entries.size() ? Optional.of(new Load(hops, read)) : Optional.empty();
  }

  private Optional<Service> known(
      Value.Scalar name, Set<String> names, Map<String, Service> services) {
    if (!names.contains(name.text())) {
      problems.wrong(
          name.place(),
          "an unknown service " + name.describe(),
          "one of " + String.join(", ", names),
          Nearest.advice(name.text(), List.copyOf(names)));
    }
    return Optional.ofNullable(services.get(name.text()));
  }

  /** The manifests, relative to the checkout as the folder is, or where it already runs. */
  private OnCluster onCluster(Section top) {
    Optional<String> manifests =
        top.scalar("deploy", "a folder or file of manifests, relative to this file")
            .map(it -> Path.of(folder).resolve(it.text()).normalize().toString());
    Optional<Value.Mapping> attach = top.mapping("attach");
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
    return new OnCluster("", namespace(Section.of(attach.get(), Shape.ATTACH, problems)));
  }

  /** How arms share the services; the header is that of W3C baggage. */
  private Arms arms(Section top) {
    Optional<Section> section = top.mapping("arms").map(it -> Section.of(it, Shape.ARMS, problems));
    if (section.isEmpty()) {
      return Arms.NONE;
    }
    Optional<String> header = section.get().choice("header", Map.of(BAGGAGE, BAGGAGE));
    if (section.get().value("header").isEmpty()) {
      missing(section.get().place(), "header", BAGGAGE);
    }
    return new Arms(header.orElse(""), section.get().texts("settings"));
  }

  /** The namespace of a running application; that of a cluster's own parts is refused. */
  private String namespace(Section attach) {
    String expected = "the name of the namespace in which the application runs";
    Optional<Value.Scalar> named = attach.scalar("namespace", expected);
    if (named.isEmpty()) {
      missing(attach.place(), "namespace", expected);
      return "";
    }
    String text = named.get().text();
    if (!NAMESPACE.matcher(text).matches() || CLUSTERS_OWN.matcher(text).matches()) {
      problems.wrong(
          named.get().place(),
          "namespace is " + named.get().describe(),
          expected + ", and none of the cluster's or a mesh's own",
          "kubectl get namespaces lists them");
    }
    return text;
  }

  private void missing(Place place, String key, String expected) {
    problems.wrong(place, "no " + key, expected, "add %s:".formatted(key));
  }

  /** The services that are called, each after those that it calls itself where possible. */
  private static List<Service> calleesFirst(
      Map<String, Service> services, List<Hop> hops, SortedMap<String, Load> loads) {
    Set<String> called = new HashSet<>();
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
