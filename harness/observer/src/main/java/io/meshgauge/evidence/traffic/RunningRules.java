package io.meshgauge.evidence.traffic;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Limits;
import io.meshgauge.measure.counter.ProxyRules.Rate;
import io.meshgauge.measure.counter.ProxyRules.Route;
import io.meshgauge.topology.connection.Connections;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import io.meshgauge.topology.routing.Routing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the rules that running proxies report with the requested ones, value by value. That a
 * rule is configured does not show that a request has reached its limit.
 */
final class RunningRules {
  private static final String SOURCE =
      "proxy/rules.txt: the rules that the running proxies reported";

  private final Traffic traffic;
  private final Map<String, ProxyRules> running;

  RunningRules(Traffic traffic, Map<String, ProxyRules> running) {
    this.traffic = traffic;
    this.running = running;
  }

  /** The requested rules of one proxy and the reported ones, in the order they were added. */
  private static final class Comparison {
    private final List<String> requested = new ArrayList<>();
    private final List<String> reported = new ArrayList<>();
    private boolean equal = true;

    <T> void add(T wanted, T found, Function<? super T, String> words) {
      equal &= wanted.equals(found);
      requested.add(words.apply(wanted));
      reported.add(words.apply(found));
    }

    Evidence evidence(String subject) {
      return new Evidence(
          Promise.TRAFFIC,
          subject,
          equal ? Verdict.PROVEN : Verdict.DISPROVEN,
          String.join("; ", requested),
          String.join("; ", reported),
          SOURCE);
    }
  }

  /** Requests in flight and waiting for a connection, at most. */
  private record InFlight(long requests, long waiting) {}

  /** The rules of a caller's proxy for one destination; empty where none is requested of it. */
  Optional<Evidence> ofSender(Listener sender) {
    // How connections are kept and requests are routed shows in what is counted.
    if (traffic
        .over(Connections.AS_USUAL)
        .routed(Routing.AS_USUAL)
        .equals(Traffic.AS_USUAL.limitedTo(traffic.perSecond()))) {
      return Optional.empty();
    }
    String subject = sender.hop() + ", rules of its proxy";
    String destination = sender.counters().destination();
    ProxyRules rules = running.get(sender.proxy());
    Route route = rules == null ? null : rules.routes().get(destination);
    Limits limits = rules == null ? null : rules.limits().get(destination);
    if (rules == null || route == null || limits == null) {
      return Optional.of(
          new Evidence(
              Promise.TRAFFIC,
              subject,
              Verdict.MISSING,
              "its route and its limits",
              "%s reported no rules for requests to %s".formatted(sender.proxy(), destination),
              SOURCE));
    }
    Comparison rule = new Comparison();
    traffic.retries().ifPresent(it -> rule.add(effective(it), retries(route), RunningRules::words));
    if (traffic.timeout().isPresent()) {
      rule.add(traffic.timeout(), route.timeout(), RunningRules::timeout);
    }
    traffic
        .maxInFlight()
        .ifPresent(
            it ->
                rule.add(
                    new InFlight(it, it),
                    new InFlight(limits.requests(), limits.waiting()),
                    found ->
                        "at most %d requests in flight, %d waiting"
                            .formatted(found.requests(), found.waiting())));
    traffic
        .maxRetriesInFlight()
        .ifPresent(
            it -> rule.add((long) it, limits.retries(), "at most %d retries at once"::formatted));
    traffic
        .failuresInARow()
        .ifPresent(
            it ->
                rule.add(
                    Optional.of((long) it),
                    Optional.ofNullable(rules.leavingOut().get(destination)),
                    RunningRules::ejection));
    return Optional.of(rule.evidence(subject));
  }

  /** The limit of the proxy before a service. */
  Evidence ofReceiver(Listener receiver) {
    ProxyRules rules = running.get(receiver.proxy());
    long limit = traffic.perSecond().orElse(0);
    Comparison rule = new Comparison();
    rule.add(
        List.of(new Rate(limit, limit)),
        rules == null ? List.of() : rules.rates(),
        RunningRules::rates);
    return rule.evidence("before " + receiver.hop().server() + ", rules of its proxy");
  }

  private static Retries retries(Route route) {
    return effective(new Retries(route.retries(), List.of(route.on().split(",")).contains("5xx")));
  }

  /** Where nothing is retried, it does not matter after which answers. */
  private static Retries effective(Retries retries) {
    return retries.most() == 0 ? new Retries(0, false) : retries;
  }

  private static String words(Retries retries) {
    return retries.most() == 0
        ? "no retries"
        : "up to %d retries%s"
            .formatted(
                retries.most(), retries.onAnswers() ? ", also after 5xx" : ", not after 5xx");
  }

  private static String timeout(Optional<Duration> timeout) {
    return timeout.map(it -> "timeout " + millis(it) + " ms").orElse("no timeout");
  }

  private static String millis(Duration duration) {
    return plain(BigDecimal.valueOf(duration.toNanos(), 6));
  }

  private static String ejection(Optional<Long> failures) {
    return failures
        .map("a replica is ejected after %d consecutive failures"::formatted)
        .orElse("no replica is ejected");
  }

  private static String rates(List<Rate> rates) {
    return rates.isEmpty()
        ? "no limit"
        : rates.stream()
            .map(
                it ->
                    "%d at once, %s requests/s"
                        .formatted(it.most(), plain(BigDecimal.valueOf(it.perSecond()))))
            .collect(Collectors.joining(" and "));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
