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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /**
   * @param folder of the application's file
   */
  ServiceReader(String folder, Problems problems) {
    this.folder = folder;
    this.problems = problems;
  }

  /** The service; empty without a usable port and protocol. */
  Optional<Service> read(String name, Value.Mapping tree) {
    Section section = Section.of(tree, KEYS, problems);
    Optional<Integer> port = section.require(PORT);
    Optional<Protocol> protocol = section.require(PROTOCOL);
    Service.Pages pages =
        new Service.Pages(
            section.get(PAGES_PORT, 0), section.get(READY, ""), section.get(METRICS, ""));
    if (protocol.filter(it -> it != Protocol.HTTP1).isPresent()
        && !pages.apart()
        && !(pages.ready() + pages.metrics()).isEmpty()) {
      problems.wrong(
          section.place(),
          "%s has pages, and its port speaks no HTTP/1.1".formatted(name),
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
