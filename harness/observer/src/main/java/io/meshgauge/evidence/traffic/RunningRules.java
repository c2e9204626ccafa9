package io.meshgauge.evidence.traffic;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.ProxyRules;
import io.meshgauge.measure.ProxyRules.Limits;
import io.meshgauge.measure.ProxyRules.Rate;
import io.meshgauge.measure.ProxyRules.Route;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Traffic;
import io.meshgauge.topology.Traffic.Retries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the running proxies say of their rules against what was asked for: it says nothing of
 * what was reached, but of what would have been.
 */
final class RunningRules {
  private static final String SOURCE =
      "proxy/rules.txt: what the running proxies said of themselves";

  private final Traffic traffic;
  private final Map<String, ProxyRules> running;

  RunningRules(Traffic traffic, Map<String, ProxyRules> running) {
    this.traffic = traffic;
    this.running = running;
  }

  /** What a caller's proxy was asked for and says, thing by thing in the same words. */
  private record Words(List<String> asked, List<String> said) {
    Words() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(String wanted, String found) {
      asked.add(wanted);
      said.add(found);
    }
  }

  /** The rules of a caller's proxy for one destination. */
  Evidence ofSender(Listener sender) {
    String subject = sender.hop() + ", rules of its proxy";
    String destination = sender.counters().destination();
    ProxyRules rules = running.get(sender.proxy());
    Route route = rules == null ? null : rules.routes().get(destination);
    Limits limits = rules == null ? null : rules.limits().get(destination);
    if (rules == null || route == null || limits == null) {
      return new Evidence(
          Promise.TRAFFIC,
          subject,
          Verdict.MISSING,
          "its route and its limits",
          "%s did not say what it does with requests to %s".formatted(sender.proxy(), destination),
          SOURCE);
    }
    Words words = new Words();
    traffic.retries().ifPresent(it -> words.add(again(it), again(route)));
    traffic
        .timeout()
        .ifPresent(
            it ->
                words.add(
                    "given up after %d ms".formatted(it.toMillis()),
                    route
                        .timeout()
                        .map(said -> "given up after %d ms".formatted(said.toMillis()))
                        .orElse("never given up")));
    traffic
        .underWay()
        .ifPresent(
            it -> words.add(underWay(it, it), underWay(limits.requests(), limits.waiting())));
    traffic
        .retriesUnderWay()
        .ifPresent(
            it ->
                words.add(
                    "%d sent again at once".formatted(it),
                    "%d sent again at once".formatted(limits.retries())));
    traffic
        .failuresInARow()
        .ifPresent(
            it ->
                words.add(
                    leavingOut(it.longValue()), leavingOut(rules.leavingOut().get(destination))));
    if (words.asked().isEmpty()) {
      words.add("nothing but its usual rules", "nothing but its usual rules");
    }
    return evidence(subject, String.join("; ", words.asked()), String.join("; ", words.said()));
  }

  /** The limit of the proxy before a service. */
  Evidence ofReceiver(Listener receiver) {
    ProxyRules rules = running.get(receiver.proxy());
    long asked = traffic.perSecond().orElse(0);
    return evidence(
        "before " + receiver.hop().server() + ", rules of its proxy",
        rate(new Rate(asked, asked)),
        rules == null || rules.rates().isEmpty()
            ? "no limit"
            : String.join(" and ", rules.rates().stream().map(RunningRules::rate).toList()));
  }

  private static Evidence evidence(String subject, String asked, String said) {
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        asked.equals(said) ? Verdict.PROVEN : Verdict.DISPROVEN,
        asked,
        said,
        SOURCE);
  }

  private static String again(Retries asked) {
    return again(asked.most(), asked.onAnswers());
  }

  private static String again(Route route) {
    return again(route.retries(), List.of(route.on().split(",")).contains("5xx"));
  }

  private static String again(int most, boolean onAnswers) {
    return most == 0
        ? "never sent again"
        : "sent again up to %d times%s"
            .formatted(most, onAnswers ? ", after 5xx too" : ", not after 5xx");
  }

  private static String leavingOut(@Nullable Long failures) {
    return failures == null
        ? "no replica is left out"
        : "a replica is left out after %d failures in a row".formatted(failures);
  }

  private static String underWay(long requests, long waiting) {
    return "%d under way, %d waiting".formatted(requests, waiting);
  }

  private static String rate(Rate rate) {
    return String.format(Locale.ROOT, "%d at once, %.0f a second", rate.most(), rate.perSecond());
  }
}
