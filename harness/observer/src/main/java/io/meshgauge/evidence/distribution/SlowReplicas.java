package io.meshgauge.evidence.distribution;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Judges whether replicas that were made slower were avoided where the one with the fewest calls
 * under way is to be taken.
 *
 * <p>All services count together: a window of seconds holds too few calls of one service to tell,
 * where a balancer takes the better of two random replicas. A service counts when its slow replica
 * would have been busy, were it treated like the others. They were avoided when they got
 * significantly fewer calls than their share (binomial); they were not when they got significantly
 * more than four fifths of it; in between there were too few calls to tell.
 */
public final class SlowReplicas {
  static final String SOURCE = "micrometer: calls that each replica served in the window";

  /** By chance one judgement in a thousand is wrong: a run makes five or six, of every trial. */
  public static final double RARE = 0.001;

  /** Calls under way at a time, from which on a replica is worth avoiding. */
  private static final double BUSY = 0.5;

  private static final double AVOIDED = 0.8;

  private final List<Balancing> slowed;
  private final Map<String, Long> served;
  private final double seconds;

  /**
   * The slow replicas of some services.
   *
   * @param served calls in the window by replica
   * @param seconds length of the window
   */
  SlowReplicas(Collection<Balancing> spreads, Map<String, Long> served, double seconds) {
    this.slowed =
        spreads.stream()
            .filter(it -> it.rule() == Rule.LEAST_CONNECTIONS && slow(it).isPresent())
            .toList();
    this.served = served;
    this.seconds = seconds;
  }

  /** The judgement; empty where no replica that could be avoided was made slower. */
  public Optional<Evidence> evidence() {
    if (slowed.isEmpty()) {
      return Optional.empty();
    }
    List<Balancing> busy = slowed.stream().filter(it -> inFlight(it) >= BUSY).toList();
    if (busy.isEmpty()) {
      return Optional.of(
          evidence(
              Verdict.MISSING,
              "a slow replica busy enough to be avoided",
              String.format(
                  Locale.ROOT,
                  "none had %.1f calls under way at a time: raise the rate, or slow-replica",
                  BUSY)));
    }
    return Optional.of(judge(busy));
  }

  private Evidence judge(List<Balancing> busy) {
    long all = busy.stream().mapToLong(this::calls).sum();
    long theirs = busy.stream().mapToLong(it -> count(slow(it).orElseThrow())).sum();
    double share =
        busy.stream().mapToDouble(it -> calls(it) * it.share(slow(it).orElseThrow())).sum() / all;
    double fewer = chance(all, theirs, share, AlternativeHypothesis.LESS_THAN);
    double more = chance(all, theirs, share * AVOIDED, AlternativeHypothesis.GREATER_THAN);
    String observed =
        String.format(
            Locale.ROOT,
            "%d of %d calls, %.0f are their share; p %.3g that they got so few by chance",
            theirs,
            all,
            all * share,
            fewer);
    if (fewer < RARE) {
      return evidence(Verdict.PROVEN, "significantly fewer calls than their share", observed);
    }
    return more < RARE
        ? evidence(Verdict.DISPROVEN, "significantly fewer calls than their share", observed)
        : evidence(
            Verdict.MISSING,
            "significantly fewer calls than their share",
            observed + ": too few calls to tell; make the window longer, or raise the rate");
  }

  /** How likely that count, or one further out, is when a call is theirs with a probability. */
  private static double chance(long all, long theirs, double share, AlternativeHypothesis towards) {
    return BinomialTest.withDefaults()
        .with(towards)
        .test(Math.toIntExact(all), Math.toIntExact(theirs), share)
        .getPValue();
  }

  private static Optional<Server> slow(Balancing spread) {
    return spread.servers().stream().filter(it -> it.slowed().isPresent()).findFirst();
  }

  /** Calls that the slow replica would have under way at a time if it got its share. */
  private double inFlight(Balancing spread) {
    Server slow = slow(spread).orElseThrow();
    double more = slow.slowed().orElseThrow().toNanos() / 1e9;
    return calls(spread) * spread.share(slow) / seconds * more;
  }

  private long calls(Balancing spread) {
    return spread.servers().stream().mapToLong(this::count).sum();
  }

  private long count(Server server) {
    return served.getOrDefault(server.replica().name(), 0L);
  }

  private static Evidence evidence(Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.DISTRIBUTION, "slow replicas", verdict, expected, observed, SOURCE);
  }
}
