package io.meshgauge.product;

import io.meshgauge.policy.Rule;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A feature of rules that some meshes cannot express, in the order in which it is reported. */
public enum PolicyFeature {
  /** Roles or other claims of a token. */
  CLAIMS(once(rule -> !rule.claims().isEmpty())),

  /** Any header. */
  HEADERS(once(rule -> !rule.headers().isEmpty())),

  /** A daily window. */
  HOURS(once(rule -> rule.window().filter(it -> !it.always()).isPresent())),

  /** Address ranges. */
  SOURCES(once(rule -> !rule.sources().isEmpty())),

  /** The beginning of a header's value. */
  HEADER_PREFIXES(
      once(
          rule ->
              rule.headers().values().stream()
                  .flatMap(List::stream)
                  .anyMatch(it -> it.endsWith(Rule.ANY_END) && !it.equals(Rule.ANY_END)))),

  /** A path whose prefix ends within a segment; used once for each. */
  PARTIAL_SEGMENTS(
      rule ->
          rule.paths().stream()
              .filter(it -> it.endsWith(Rule.ANY_END) && !it.endsWith("/" + Rule.ANY_END)));

  private final Function<Rule, Stream<String>> uses;

  PolicyFeature(Function<Rule, Stream<String>> uses) {
    this.uses = uses;
  }

  private static Function<Rule, Stream<String>> once(Predicate<Rule> used) {
    return rule -> Stream.of("").filter(unused -> used.test(rule));
  }

  /** The parts of a rule that use it: the paths, or one empty text. */
  Stream<String> in(Rule rule) {
    return uses.apply(rule);
  }
}
