package io.meshgauge.sample.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The rules of one service; a request that no rule allows is refused. */
final class Rulebook {
  private final List<Rule> rules;
  private final boolean identities;
  private final Set<String> claims = new TreeSet<>();
  private final Set<String> headers = new TreeSet<>();
  private final boolean clock;

  /**
   * Creates a rulebook.
   *
   * @param identities whether callers are identified by mutual TLS
   */
  Rulebook(List<Rule> rules, boolean identities) {
    this.rules = List.copyOf(rules);
    this.identities = identities;
    this.clock = rules.stream().anyMatch(rule -> rule.hours() != null && rule.hours().matters());
    for (Rule rule : rules) {
      if (rule.roles() != null) {
        claims.add("roles");
      }
      if (rule.claims() != null) {
        claims.addAll(rule.claims().keySet());
      }
      if (rule.headers() != null) {
        headers.addAll(rule.headers().keySet());
      }
    }
  }

  boolean allows(Question question) {
    return rules.stream().anyMatch(rule -> rule.allows(question, identities));
  }

  /**
   * The inspected parts of a question, which determine the decision. They include the minute only
   * if a rule has hours that are shorter than a day.
   */
  List<Object> essence(Question question) {
    List<Object> essence = new ArrayList<>();
    essence.add(question.caller());
    essence.add(question.method());
    essence.add(question.path());
    essence.add(question.source());
    essence.add(clock ? question.minute() : -1);
    claims.forEach(name -> essence.add(question.claims().getOrDefault(name, List.of())));
    headers.forEach(name -> essence.add(question.headers().getOrDefault(name, "")));
    return essence;
  }
}
