package io.meshgauge.config.application;

import io.meshgauge.application.Application.Line;
import io.meshgauge.application.Application.Request;
import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.RequestKind.Denial;
import io.meshgauge.topology.Hop;
import io.meshgauge.yaml.Problems;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what the load sends. */
final class RequestsReader {
  private static final Keys KEYS = new Keys("a request");
  private static final Key<Integer> WEIGHT = KEYS.key("weight", Form.whole(1, Form.MOST));
  private static final Key<String> METHOD = KEYS.key("method", Form.TEXT);
  private static final Key<String> PATH =
      KEYS.key(
          "path",
          ServiceReader.PATH.advised(
              "write it without scheme and host: the harness chooses the address"));
  private static final Key<SortedMap<String, String>> HEADERS =
      KEYS.key("headers", Form.map(Form.TEXT));
  private static final Key<String> BODY = KEYS.key("body", Form.TEXT);
  private static final Key<String> TOKEN = KEYS.key("token", Form.TEXT);
  private static final Key<List<Integer>> EXPECT =
      KEYS.key("expect", Form.list(Form.whole(100, 599).advised("write what the service answers")));
  private static final Key<Denial> REFUSED =
      KEYS.key(
          "refused",
          Form.choice(
              Map.of(
                  "false", Denial.NONE,
                  "true", Denial.APPLICATION,
                  "token", Denial.TOKEN,
                  "role", Denial.ROLE,
                  "attribute", Denial.ATTRIBUTE)));
  private static final Key<String> TO = KEYS.key("to", Form.text("a service that the load calls"));

  /** Requests by their labels. */
  static final Form<SortedMap<String, Section>> FORM = Form.named(Form.section(KEYS));

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final List<String> called;
  private final Problems problems;

  RequestsReader(List<Hop> entries, Problems problems) {
    this.called = entries.stream().map(Hop::server).toList();
    this.problems = problems;
  }

  /** The requests by label. */
  SortedMap<String, Request> read(SortedMap<String, Section> written) {
    SortedMap<String, Request> requests = new TreeMap<>();
    written.forEach((label, section) -> requests.put(label, request(section)));
    return requests;
  }

  private Request request(Section section) {
    Denial denial = section.get(REFUSED, Denial.NONE);
    List<Integer> expect = section.get(EXPECT, List.of());
    String path = section.get(PATH, "");
    String method = section.get(METHOD, path.isEmpty() ? "" : "GET");
    return new Request(
        section.get(WEIGHT, path.isEmpty() ? 0 : 1),
        new RequestKind(to(section), denial),
        new Line(
            method,
            path,
            section.get(HEADERS, new TreeMap<>()),
            section.get(BODY, ""),
            section.get(TOKEN, ""),
            expect.isEmpty() ? List.of(usual(denial)) : expect));
  }

  private static int usual(Denial denial) {
    return switch (denial) {
      case NONE -> OK;
      case TOKEN -> UNAUTHORIZED;
      default -> FORBIDDEN;
    };
  }

  private String to(Section section) {
    if (!section.has(TO) && called.size() > 1) {
      problems.wrong(
          section.place(),
          "requests that may go to %s".formatted(String.join(" or ", called)),
          "to: with one of them",
          "add to:");
    }
    return section.get(TO, Form.oneOf(called)).orElse("");
  }
}
