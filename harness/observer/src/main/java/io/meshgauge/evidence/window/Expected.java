package io.meshgauge.evidence.window;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Topology;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * How many requests a hop must have carried, from what the load worker sent and the declared {@link
 * Calls}.
 *
 * <p>The load's own hop carries exactly what was sent. Requests that had no proper answer may have
 * broken off before a service behind.
 *
 * @param least smallest possible count
 * @param most largest possible count
 * @param why how the bounds follow
 */
public record Expected(long least, long most, String why) {
  private static final long MIN_SLACK_REQUESTS = 5;
  private static final double SLACK_FRACTION = 0.01;
  private static final double TOLERANCE = 0.1;

  /** Whether the number of a hop's calls is known beforehand. */
  public static boolean known(Hop hop) {
    return hop.client().equals(Topology.LOAD) || hop.calls().perRequest().isPresent();
  }

  public static Expected of(Hop hop, LoadResult load, Refusals refusals) {
    if (hop.client().equals(Topology.LOAD)) {
      long sent = load.sentTo(hop.server());
      return new Expected(sent, sent, "what the load worker sent");
    }
    Calls calls = hop.calls();
    if (calls.perRequest().isEmpty()) {
      return new Expected(1, Long.MAX_VALUE, "calls of which no number is declared");
    }
    Predicate<LabelResult> passing = PolicyDenials.passing(refusals);
    long answered = sum(load, passing.and(it -> calls.follow(it.label())), LabelResult::expected);
    long sent = sum(load, passing.and(it -> calls.concern(it.label())), LabelResult::sent);
    return of(calls, answered, sent, words(calls, load, refusals));
  }

  /**
   * A whole number of calls is exact. A mean holds within a tenth, and the few calls by which small
   * numbers differ by chance.
   */
  private static Expected of(Calls calls, long answered, long sent, String why) {
    double each = calls.perRequest().orElseThrow();
    if (each == Math.rint(each)) {
      return new Expected(Math.round(answered * each), Math.round(sent * each), why);
    }
    double margin = TOLERANCE * sent * each + MIN_SLACK_REQUESTS;
    return new Expected(
        (long) Math.max(1, answered * each - margin),
        (long) Math.ceil(sent * each + margin),
        "%s for %s, within a tenth".formatted(each, why));
  }

  private static String words(Calls calls, LoadResult load, Refusals refusals) {
    List<String> causes =
        load.labels().stream()
            .filter(PolicyDenials.passing(refusals))
            .map(LabelResult::label)
            .filter(calls::concern)
            .toList();
    String often =
        calls.perRequest().orElseThrow() == 1
            ? "every "
            : "%s for every ".formatted(calls.perRequest().orElseThrow());
    return causes.isEmpty()
        ? "the plan has no request that causes it"
        : causes.size() == load.labels().size()
            ? often + "request"
            : often + String.join(", ", causes);
  }

  private static long sum(
      LoadResult load, Predicate<LabelResult> which, ToLongFunction<LabelResult> count) {
    return load.labels().stream().filter(which).mapToLong(count).sum();
  }

  /**
   * By how much two readings of a service's requests may differ: none, but for calls that go on
   * during and after the requests that cause them.
   *
   * @param hops that end at the service
   */
  public static long slack(Collection<Hop> hops, long requests) {
    return hops.stream().anyMatch(hop -> hop.calls().asynchronous())
        ? Math.max(MIN_SLACK_REQUESTS, Math.round(requests * SLACK_FRACTION))
        : 0;
  }

  /** The same, where proxies before may have sent so many requests again. */
  public Expected withRetried(long again) {
    return again == 0 || most == Long.MAX_VALUE
        ? this
        : new Expected(least, most + again, "%s, and %d sent again before".formatted(why, again));
  }

  public boolean holds(long requests) {
    return requests >= least && requests <= most;
  }

  public String words() {
    if (most == Long.MAX_VALUE) {
      return "at least %d requests: %s".formatted(least, why);
    }
    return least == most
        ? "%d requests: %s".formatted(least, why)
        : "%d to %d requests: %s".formatted(least, most, why);
  }

  /** What two hops carry together. */
  public Expected plus(Expected other) {
    boolean unbounded = most == Long.MAX_VALUE || other.most == Long.MAX_VALUE;
    return new Expected(
        least + other.least,
        unbounded ? Long.MAX_VALUE : most + other.most,
        why.equals(other.why) ? why : why + ", and " + other.why);
  }
}
