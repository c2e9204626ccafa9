package io.meshgauge.evidence.window;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.CallGraph;
import io.meshgauge.topology.CallGraph.Calls;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.function.Predicate;

/**
 * How many requests a hop must have carried, from what the load worker sent and the {@link
 * CallGraph}.
 *
 * <p>The load's own hop carries exactly what was sent. Unauthenticated requests may or may not get
 * as far as a service that checks tokens, unless a policy refuses them; requests that had no proper
 * answer may have broken off before a service behind.
 *
 * @param least smallest possible count
 * @param most largest possible count
 * @param why how the bounds follow
 */
public record Expected(long least, long most, String why) {
  private static final long MIN_SLACK_REQUESTS = 5;
  private static final double SLACK_FRACTION = 0.01;

  public static Expected of(Hop hop, LoadResult load, Refusals refusals) {
    if (hop.client().equals(Topology.LOAD)) {
      long sent = load.sentTo(hop.server());
      return new Expected(sent, sent, "what the load worker sent");
    }
    Calls calls = CallGraph.SAMPLE.of(hop.server());
    return switch (calls.trigger()) {
      case EVERY_TOKEN ->
          new Expected(
              answered(load, PolicyDenials.passing(refusals)),
              load.sent() - PolicyDenials.sent(refusals, load),
              refusals == Refusals.NONE
                  ? "every request that carries a token"
                  : "every request that the policy lets pass");
      case EVERY_ALLOWED ->
          new Expected(
              answered(load, label -> !label.refused()),
              allowed(load),
              "every request that is allowed");
      case LABELLED -> labelled(calls.labels(), load);
      case BATCHES -> new Expected(1, Long.MAX_VALUE, "batches of events");
    };
  }

  private static Expected labelled(List<String> names, LoadResult load) {
    List<LabelResult> labels =
        load.labels().stream().filter(label -> names.contains(label.label())).toList();
    String requests = String.join(", ", names);
    return labels.isEmpty()
        ? new Expected(0, 0, "the plan has no " + requests)
        : new Expected(
            labels.stream().mapToLong(LabelResult::expected).sum(),
            labels.stream().mapToLong(LabelResult::sent).sum(),
            "every " + requests);
  }

  /**
   * By how much two readings of a service's requests may differ: none, but for calls that go on
   * during and after the requests that cause them.
   */
  public static long slack(String server, long requests) {
    return CallGraph.SAMPLE.asynchronous(server)
        ? Math.max(MIN_SLACK_REQUESTS, Math.round(requests * SLACK_FRACTION))
        : 0;
  }

  /** The same, where proxies before may have sent so many requests again. */
  public Expected withSentAgain(long again) {
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

  /** Requests answered as planned, of those whose caller is known. */
  private static long answered(LoadResult load, Predicate<LabelResult> which) {
    return load.labels().stream()
        .filter(label -> !label.label().equals(PolicyDenials.UNAUTHENTICATED))
        .filter(which)
        .mapToLong(LabelResult::expected)
        .sum();
  }

  private static long allowed(LoadResult load) {
    return load.labels().stream()
        .filter(label -> !label.refused())
        .mapToLong(LabelResult::sent)
        .sum();
  }
}
