package io.meshgauge.evidence;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * How many requests a hop must have carried, from what the load worker sent.
 *
 * <p>The load's own hop carries exactly what was sent. {@code auth} is asked for every request that
 * carries a token; unauthenticated ones may or may not get that far. {@code order} gets the
 * requests that are allowed, {@code payment} the checkouts among them; those that had no proper
 * answer may have broken off before. {@code logging} gets batches, so only some at all.
 *
 * @param least smallest possible count
 * @param most largest possible count
 * @param why how the bounds follow
 */
record Expected(long least, long most, String why) {
  private static final String UNAUTHENTICATED = "unauthenticated";
  private static final String CHECKOUT = "checkout";

  static Expected of(Hop hop, LoadResult load) {
    if (hop.client().equals(Topology.LOAD)) {
      return new Expected(load.sent(), load.sent(), "what the load worker sent");
    }
    return switch (hop.server()) {
      case "auth" ->
          between(answered(load, true), load.sent(), "every request that carries a token");
      case "order" ->
          between(answered(load, false), allowed(load), "every request that is allowed");
      case "payment" -> {
        LabelResult checkout = label(load, CHECKOUT);
        yield checkout == null
            ? new Expected(0, 0, "the plan has no checkouts")
            : between(checkout.expected(), checkout.sent(), "every checkout");
      }
      default -> new Expected(1, Long.MAX_VALUE, "batches of events");
    };
  }

  /** Whether calls of a service go on beside, and after, the requests that cause them. */
  static boolean asynchronous(String server) {
    return server.equals("logging");
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

  private static Expected between(long least, long most, String why) {
    return new Expected(least, most, why);
  }

  /** Requests answered as planned, of those whose caller is known. */
  private static long answered(LoadResult load, boolean refusedToo) {
    return load.labels().stream()
        .filter(label -> !label.label().equals(UNAUTHENTICATED))
        .filter(label -> refusedToo || !label.refused())
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
