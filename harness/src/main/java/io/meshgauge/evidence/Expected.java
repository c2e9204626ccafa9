package io.meshgauge.evidence;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Claims.Refusals;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How many requests a hop must have carried, from what the load worker sent.
 *
 * <p>The load's own hop carries exactly what was sent; where it makes the services' gRPC calls
 * itself, {@code payment} gets the charges and {@code auth} all others. {@code auth} is asked for
 * every request that carries a token and is not refused by the mesh; unauthenticated ones may or
 * may not get that far, unless a policy refuses them. {@code order} gets the requests that are
 * allowed, {@code payment} the checkouts among them; those that had no proper answer may have
 * broken off before. {@code logging} gets batches, so only some at all.
 *
 * @param least smallest possible count
 * @param most largest possible count
 * @param why how the bounds follow
 */
record Expected(long least, long most, String why) {
  private static final long FEW = 5;
  private static final double HUNDREDTH = 0.01;
  private static final String CHECKOUT = "checkout";

  static Expected of(Hop hop, LoadResult load, Refusals refusals) {
    if (hop.client().equals(Topology.LOAD)) {
      long sent = load.sentTo(hop.server());
      return new Expected(sent, sent, "what the load worker sent");
    }
    return switch (hop.server()) {
      case "auth" ->
          between(
              answered(load, MeshRefusals.passing(refusals)),
              load.sent() - MeshRefusals.sent(refusals, load),
              refusals == Refusals.NONE
                  ? "every request that carries a token"
                  : "every request that the policy lets pass");
      case "order" ->
          between(
              answered(load, label -> !label.refused()),
              allowed(load),
              "every request that is allowed");
      case "payment" -> {
        LabelResult checkout = label(load, CHECKOUT);
        yield checkout == null
            ? new Expected(0, 0, "the plan has no checkouts")
            : between(checkout.expected(), checkout.sent(), "every checkout");
      }
      default -> new Expected(1, Long.MAX_VALUE, "batches of events");
    };
  }

  /**
   * By how much two readings of a service's requests may differ: none, but for calls that go on
   * beside, and after, the requests that cause them.
   */
  static long slack(String server, long requests) {
    return server.equals("logging") ? Math.max(FEW, Math.round(requests * HUNDREDTH)) : 0;
  }

  /** The same, where proxies before may have sent so many requests again. */
  Expected withSentAgain(long again) {
    return again == 0 || most == Long.MAX_VALUE
        ? this
        : new Expected(least, most + again, "%s, and %d sent again before".formatted(why, again));
  }

  boolean holds(long requests) {
    return requests >= least && requests <= most;
  }

  String words() {
    if (most == Long.MAX_VALUE) {
      return "at least %d requests: %s".formatted(least, why);
    }
    return least == most
        ? "%d requests: %s".formatted(least, why)
        : "%d to %d requests: %s".formatted(least, most, why);
  }

  /** What two hops carry together. */
  Expected plus(Expected other) {
    boolean unbounded = most == Long.MAX_VALUE || other.most == Long.MAX_VALUE;
    return new Expected(
        least + other.least,
        unbounded ? Long.MAX_VALUE : most + other.most,
        why.equals(other.why) ? why : why + ", and " + other.why);
  }

  private static Expected between(long least, long most, String why) {
    return new Expected(least, most, why);
  }

  /** Requests answered as planned, of those whose caller is known. */
  private static long answered(LoadResult load, Predicate<LabelResult> which) {
    return load.labels().stream()
        .filter(label -> !label.label().equals(MeshRefusals.UNAUTHENTICATED))
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

  private static @Nullable LabelResult label(LoadResult load, String name) {
    return load.labels().stream()
        .filter(label -> label.label().equals(name))
        .findFirst()
        .orElse(null);
  }
}
