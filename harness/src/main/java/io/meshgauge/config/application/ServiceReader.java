package io.meshgauge.config.application;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads one service of an application. */
final class ServiceReader {
  /** The path of a URL. */
  static final Form<String> PATH =
      Form.matching("/.*", "a path from its first slash, such as /healthz")
          .advised("write the path without scheme and host");

  private static final Form<Integer> PORT_NUMBER =
      Form.whole(1, 65_535).advised("write the port at which the service listens");

  static final Keys KEYS = new Keys("a service");

  /** A service that calls by itself, as one that consumes a queue or polls, and is never called. */
  private static final Key<String> CALLED = KEYS.key("called", Form.oneOf(List.of("never")));

  private static final Key<Integer> PORT = KEYS.key("port", PORT_NUMBER);
  private static final Key<Protocol> PROTOCOL =
      KEYS.key(
          "protocol",
          Form.choice(Map.of("http", Protocol.HTTP1, "grpc", Protocol.GRPC, "tcp", Protocol.TCP)));
  private static final Key<Integer> PAGES_PORT = KEYS.key("pages-port", PORT_NUMBER);
  private static final Key<String> READY = KEYS.key("ready", PATH);
  private static final Key<String> METRICS = KEYS.key("metrics", PATH);
  private static final Key<List<String>> SETTINGS = KEYS.key("settings", Form.list(Form.TEXT));

  private static final Keys PROBE_KEYS = new Keys("a probe");
  private static final Key<String> METHOD = PROBE_KEYS.key("method", Form.TEXT);
  private static final Key<String> PAGE = PROBE_KEYS.key("path", PATH);
  private static final Key<String> SEND = PROBE_KEYS.key("send", Form.TEXT);
  private static final Key<Section> PROBE = KEYS.key("probe", Form.section(PROBE_KEYS));

  private static final Keys RUN_KEYS = new Keys("a run");
  private static final Key<List<String>> COMMAND = RUN_KEYS.key("command", Form.list(Form.TEXT));
  private static final Key<String> JAR = RUN_KEYS.key("jar", Form.text("the path of a jar"));
  private static final Key<List<String>> ARGUMENTS =
      RUN_KEYS.key("arguments", Form.list(Form.TEXT));
  private static final Key<SortedMap<String, String>> ENVIRONMENT =
      RUN_KEYS.key("environment", Form.map(Form.TEXT));
  private static final Key<List<String>> SECRETS = RUN_KEYS.key("secrets", Form.list(Form.TEXT));
  private static final Key<String> SETTING = RUN_KEYS.key("setting", Form.text("an argument"));
  private static final Key<Section> RUN = KEYS.key("run", Form.section(RUN_KEYS));

  private final String folder;
  private final Problems problems;
  private final Set<String> neverCalled = new HashSet<>();

  /**
   * @param folder of the application's file
   */
  ServiceReader(String folder, Problems problems) {
    this.folder = folder;
    this.problems = problems;
  }

  /** Names of the services read so far that are declared as never called. */
  Set<String> neverCalled() {
    return Set.copyOf(neverCalled);
  }

  /** The service; empty without a usable port and protocol, which only those called must have. */
  Optional<Service> read(String name, Value.Mapping tree) {
    Section section = Section.of(tree, KEYS, problems);
    boolean called = section.get(CALLED).isEmpty();
    if (!called) {
      neverCalled.add(name);
    }
    if (called && !section.has(PORT)) {
      problems.wrong(
          section.place(),
          "a service without port:",
          PORT_NUMBER.expected() + ", or called: never of a service that consumes a queue or polls",
          "add port:, or called: never");
    }
    Optional<Integer> port = called || section.has(PORT) ? section.get(PORT) : Optional.of(0);
    Optional<Protocol> protocol =
        called || section.has(PROTOCOL) ? section.require(PROTOCOL) : Optional.of(Protocol.HTTP1);
    Service.Pages pages =
        new Service.Pages(
            section.get(PAGES_PORT, 0), section.get(READY, ""), section.get(METRICS, ""));
    boolean none = port.filter(it -> it == 0).isPresent();
    if ((none || protocol.filter(it -> it != Protocol.HTTP1).isPresent())
        && !pages.apart()
        && !(pages.ready() + pages.metrics()).isEmpty()) {
      problems.wrong(
          section.place(),
          "%s has pages, and %s".formatted(name, none ? "no port" : "its port speaks no HTTP/1.1"),
          "pages-port: with the port at which it serves them",
          "add pages-port:, or remove ready: and metrics:");
    }
    Probe probe =
        protocol
            .flatMap(speaks -> section.get(PROBE).map(it -> probe(it, speaks)))
            .orElse(Probe.NONE);
    List<String> settings = section.get(SETTINGS, List.of());
    Optional<Launch> launch = section.get(RUN).flatMap(this::launch);
    return port.isEmpty() || protocol.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Service(name, protocol.get(), port.get(), pages, probe, settings, launch));
  }

  /** What the harness may send on its own. */
  private Probe probe(Section section, Protocol protocol) {
    String method = section.get(METHOD, "");
    String send = section.get(SEND, "");
    String path = section.get(PAGE, "");
    return switch (protocol) {
      case HTTP1 -> {
        if (path.isEmpty() || method.isEmpty()) {
          refuse(section, "method: and path:, such as {method: GET, path: /healthz}");
        }
        yield new Probe(method, path);
      }
      case GRPC -> {
        if (!method.startsWith("/")) {
          refuse(section, "method: of gRPC, such as {method: /shop.Prices/Get}");
        }
        yield new Probe(method, path.isEmpty() ? method : path);
      }
      case TCP -> {
        if (send.isEmpty()) {
          refuse(section, "send: with what a client sends first, such as {send: \"PING\\r\\n\"}");
        }
        yield new Probe(send, "");
      }
    };
  }

  private void refuse(Section section, String expected) {
    problems.wrong(
        section.place(), "an incomplete probe", expected, "complete it, or remove probe:");
  }

  private Optional<Launch> launch(Section section) {
    String jar = section.get(JAR, "");
    List<String> command = section.get(COMMAND, List.of());
    List<String> arguments = section.get(ARGUMENTS, List.of());
    String setting = section.get(SETTING, "");
    if (jar.isEmpty() == command.isEmpty()) {
      if (!setting.isEmpty() && jar.isEmpty() && arguments.isEmpty()) {
        return Optional.empty();
      }
      problems.wrong(
          section.place(),
          jar.isEmpty() ? "a run: without a program" : "a run: with two programs",
          "command: [PROGRAM, ARGUMENT…], or jar: of a Java program and its arguments:",
          jar.isEmpty() ? "add one of them" : "remove one of them");
      return Optional.empty();
    }
    return Optional.of(
        new Launch(
            folder,
            jar,
            jar.isEmpty() ? command : arguments,
            section.get(ENVIRONMENT, new TreeMap<>()),
            section.get(SECRETS, List.of()),
            setting));
  }
}
