package io.meshgauge.config.application;

import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
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

/** Reads one service of an application. */
final class ServiceReader {
  private static final int MAX_PORT = 65_535;
  private static final Map<String, Protocol> PROTOCOLS =
      Map.of("http", Protocol.HTTP1, "grpc", Protocol.GRPC, "tcp", Protocol.TCP);

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
    Section section = Section.of(tree, Shape.SERVICE, problems);
    Optional<Integer> port = port(section, "port");
    if (section.value("port").isEmpty()) {
      problems.wrong(section.place(), name + " has no port", "port: with a number", "add port:");
    }
    Optional<Protocol> protocol = section.choice("protocol", PROTOCOLS);
    if (section.value("protocol").isEmpty()) {
      problems.wrong(
          section.place(),
          name + " has no protocol",
          "protocol: with one of grpc, http, tcp",
          "add protocol:");
    }
    Service.Pages pages =
        new Service.Pages(
            port(section, "pages-port").orElse(0),
            path(section, "ready"),
            path(section, "metrics"));
    if (protocol.filter(it -> it != Protocol.HTTP1).isPresent()
        && !pages.apart()
        && !(pages.ready() + pages.metrics()).isEmpty()) {
      problems.wrong(
          section.place(),
          "%s has pages, and its port speaks no HTTP/1.1".formatted(name),
          "pages-port: with the port at which it serves them",
          "add pages-port:, or remove ready: and metrics:");
    }
    Probe probe = protocol.map(it -> probe(section, it)).orElse(Probe.NONE);
    List<String> settings = section.texts("settings");
    Optional<Launch> launch = section.mapping("run").flatMap(this::launch);
    return port.isEmpty() || protocol.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Service(name, protocol.get(), port.get(), pages, probe, settings, launch));
  }

  private Optional<Integer> port(Section section, String key) {
    Optional<Integer> port = section.count(key, 1);
    if (port.filter(it -> it > MAX_PORT).isPresent()) {
      problems.wrong(
          section.value(key).orElseThrow().place(),
          "%s is \"%d\"".formatted(key, port.get()),
          "a number from 1 to " + MAX_PORT,
          "write the port at which the service listens");
      return Optional.empty();
    }
    return port;
  }

  private String path(Section section, String key) {
    String expected = "a path from its first slash, such as /healthz";
    return section
        .scalar(key, expected)
        .filter(
            path -> {
              boolean fine = path.text().startsWith("/");
              if (!fine) {
                problems.wrong(
                    path.place(),
                    "%s is %s".formatted(key, path.describe()),
                    expected,
                    "write the path without scheme and host");
              }
              return fine;
            })
        .map(Value.Scalar::text)
        .orElse("");
  }

  /** What the harness may send on its own. */
  private Probe probe(Section service, Protocol protocol) {
    Optional<Value.Mapping> written = service.mapping("probe");
    if (written.isEmpty()) {
      return Probe.NONE;
    }
    Section section = Section.of(written.get(), Shape.PROBE, problems);
    String method = section.scalar("method", "GET").map(Value.Scalar::text).orElse("");
    String send = section.scalar("send", "text").map(Value.Scalar::text).orElse("");
    String path = path(section, "path");
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

  private Optional<Launch> launch(Value.Mapping tree) {
    Section section = Section.of(tree, Shape.RUN, problems);
    String jar = section.scalar("jar", "the path of a jar").map(Value.Scalar::text).orElse("");
    List<String> command = section.texts("command");
    List<String> arguments = section.texts("arguments");
    String setting = section.scalar("setting", "an argument").map(Value.Scalar::text).orElse("");
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
    SortedMap<String, String> environment = Section.texts("environment", section, problems);
    return Optional.of(
        new Launch(
            folder,
            jar,
            jar.isEmpty() ? command : arguments,
            environment,
            section.texts("secrets"),
            setting));
  }
}
