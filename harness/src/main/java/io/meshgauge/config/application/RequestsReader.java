package io.meshgauge.config.application;

import io.meshgauge.application.Application.Line;
import io.meshgauge.application.Application.Request;
import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.RequestKind.Denial;
import io.meshgauge.topology.Hop;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what the load sends. */
final class RequestsReader {
  private static final Map<String, Denial> DENIALS =
      Map.of(
          "false", Denial.NONE,
          "true", Denial.APPLICATION,
          "token", Denial.TOKEN,
          "role", Denial.ROLE,
          "attribute", Denial.ATTRIBUTE);
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final List<Hop> entries;
  private final Problems problems;

  RequestsReader(List<Hop> entries, Problems problems) {
    this.entries = entries;
    this.problems = problems;
  }

  /** The requests by label. */
  SortedMap<String, Request> read(Section load) {
    SortedMap<String, Request> requests = new TreeMap<>();
    load.mapping("requests")
        .ifPresent(
            mapping ->
                mapping
                    .entries()
                    .forEach(
                        (label, entry) -> {
                          Section.checkName(new Value.Scalar(label, entry.key()), problems);
                          if (entry.value() instanceof Value.Mapping own) {
                            requests.put(label, request(Section.of(own, Shape.REQUEST, problems)));
                          } else {
                            problems.wrong(
                                entry.value().place(),
                                "%s is %s".formatted(label, entry.value().describe()),
                                "keys with values, such as {method: GET, path: /items}",
                                "write them indented below " + label);
                          }
                        }));
    return requests;
  }

  private Request request(Section section) {
    Denial denial = section.choice("refused", DENIALS).orElse(Denial.NONE);
    List<Integer> expect = new ArrayList<>();
    for (Value value : section.list("expect")) {
      Section.scalar("expect", value, "a status such as 201", problems)
          .ifPresent(
              status -> {
                if (status.text().matches("[1-5]\\d\\d")) {
                  expect.add(Integer.parseInt(status.text()));
                } else {
                  problems.wrong(
                      status.place(),
                      "expect is " + status.describe(),
                      "a status from 100 to 599",
                      "write what the service answers");
                }
              });
    }
    if (expect.isEmpty()) {
      expect.add(denial == Denial.NONE ? OK : denial == Denial.TOKEN ? UNAUTHORIZED : FORBIDDEN);
    }
    String path = text(section, "path");
    String method = text(section, "method");
    if (!path.isEmpty() && !path.startsWith("/")) {
      problems.wrong(
          section.place(),
          "path is \"%s\"".formatted(path),
          "a path from its first slash",
          "write it without scheme and host: the harness chooses the address");
    }
    SortedMap<String, String> headers = Section.texts("headers", section, problems);
    return new Request(
        section.count("weight", 1).orElse(path.isEmpty() ? 0 : 1),
        new RequestKind(to(section), denial),
        new Line(
            method.isEmpty() && !path.isEmpty() ? "GET" : method,
            path,
            headers,
            text(section, "body"),
            text(section, "token"),
            expect));
  }

  private String to(Section section) {
    String to = text(section, "to");
    List<String> called = entries.stream().map(Hop::server).toList();
    if (!to.isEmpty() && !called.contains(to)) {
      problems.wrong(
          section.value("to").orElseThrow().place(),
          "requests to \"%s\", which the load does not call".formatted(to),
          "one of " + String.join(", ", called),
          Nearest.advice(to, called));
    }
    if (to.isEmpty() && called.size() > 1) {
      problems.wrong(
          section.place(),
          "requests that may go to %s".formatted(String.join(" or ", called)),
          "to: with one of them",
          "add to:");
    }
    return to;
  }

  private static String text(Section section, String key) {
    return section.scalar(key, "a text").map(Value.Scalar::text).orElse("");
  }
}
