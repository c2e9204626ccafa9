package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges whether arms that share services stay apart: in the windows of the other arms the proxies
 * of an arm must count nothing. That is what they counted from the first to the last of its own
 * windows, less what they counted in these.
 *
 * <p>A call that its service makes after it has answered, such as one that writes a log, may end
 * after the window: up to one for each window are such, of one in a thousand calls or, where calls
 * are declared as asynchronous, of as many as two readings of them may differ by. An arm that takes
 * the path of another one does so with every request.
 */
public final class ArmIsolation {
  private static final String SUBJECT = "isolation of arms";
  private static final String SOURCE = "proxies' counters at both ends of every window";
  private static final List<TrafficCounter> COUNTERS =
      List.of(TrafficCounter.REQUESTS, TrafficCounter.BYTES);

  /** Share of the requests in its own windows that may end after them. */
  private static final double LATE = 0.001;

  private ArmIsolation() {}

  /**
   * The evidence; empty of an arm without proxies.
   *
   * @param all counters at the start of the first and at the end of the last window
   * @param own counters at both ends of each window of the arm
   */
  public static Optional<Evidence> of(DataPlane plane, ProxyCounters all, List<ProxyCounters> own) {
    if (plane.proxies().isEmpty()) {
      return Optional.empty();
    }
    List<String> strange = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    long counted = 0;
    long late = 0;
    for (Listener listener : plane.listeners()) {
      Optional<TrafficCounter> counter =
          COUNTERS.stream().filter(it -> all.gap(listener, it).isEmpty()).findFirst();
      boolean read =
          counter.isPresent()
              && own.stream().allMatch(it -> it.gap(listener, counter.get()).isEmpty());
      if (!read) {
        unread.add(listener.hop() + " at " + listener.proxy());
        continue;
      }
      long inside = own.stream().mapToLong(it -> it.count(listener, counter.get())).sum();
      long outside = all.count(listener, counter.get()) - inside;
      counted += inside;
      if (outside > 0 && outside <= Math.min(own.size(), late(listener.hop(), inside))) {
        late += outside;
      } else if (outside != 0) {
        strange.add(
            "%s: %d %s at %s"
                .formatted(listener.hop(), outside, counter.get().label(), listener.proxy()));
      }
    }
    Verdict verdict =
        !strange.isEmpty()
            ? Verdict.DISPROVEN
            : unread.isEmpty() ? Verdict.PROVEN : Verdict.MISSING;
    return Optional.of(
        new Evidence(
            Promise.TRAVERSAL,
            SUBJECT,
            verdict,
            "nothing at the proxies of this arm in the windows of others",
            observed(strange, unread, counted, late),
            SOURCE));
  }

  /** How many calls of a hop may end after the windows. */
  private static double late(Hop hop, long inside) {
    return Math.max(LATE * inside, (double) Expected.slack(List.of(hop), inside));
  }

  private static String observed(
      List<String> strange, List<String> unread, long counted, long late) {
    if (!strange.isEmpty()) {
      return "in the windows of others: " + String.join("; ", strange);
    }
    if (!unread.isEmpty()) {
      return "not read: " + String.join("; ", unread);
    }
    return "%s; %d requests in its own windows, at all of its proxies"
        .formatted(late == 0 ? "nothing" : "%d that ended late".formatted(late), counted);
  }
}
