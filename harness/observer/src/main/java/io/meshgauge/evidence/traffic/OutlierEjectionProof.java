package io.meshgauge.evidence.traffic;

import io.meshgauge.evidence.distribution.SlowReplicas;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Whether a replica that was made to fail calls is left out for it where the variant asks for that.
 *
 * <p>By two counts: the proxy's, of how often it has ejected a replica since it was started (the
 * warm-up may have been enough), and the replicas' own, of what the failing one served in the
 * window: significantly less than its share. Whether the rule is on where no replica fails, the
 * running proxy says ({@link RunningRules}).
 */
public final class OutlierEjectionProof {
  private static final String SOURCE =
      "proxies' counters since their start; micrometer: calls that each replica served in the window";

  /** A share of its own that a replica gets at least that is not left out. */
  private static final double TREATED_ALIKE = 0.8;

  private final DataPlane plane;
  private final ProxyCounters counters;
  private final Map<String, Long> served;

  public OutlierEjectionProof(DataPlane plane, ProxyCounters counters, Map<String, Long> served) {
    this.plane = plane;
    this.counters = counters;
    this.served = served;
  }

  /** One for each replica that fails; none where no replica is to be left out. */
  public List<Evidence> evidence() {
    List<Evidence> all = new ArrayList<>();
    if (plane.traffic().failuresInARow().isEmpty()) {
      return all;
    }
    new TreeMap<>(plane.balancing())
        .forEach(
            (service, spread) ->
                spread.servers().stream()
                    .filter(it -> it.failing().isPresent())
                    .forEach(it -> all.add(judge(service, spread, it))));
    return all;
  }

  private Evidence judge(String service, Balancing spread, Server failing) {
    String name = failing.replica().name();
    String subject =
        String.format(Locale.ROOT, "%s: %s, which fails %.0f %%", service, name, percent(failing));
    String expected = "left out, and significantly fewer calls than its share";
    Optional<Listener> before = counters.inbound(service);
    Optional<String> gap = counters.gap(before, TrafficCounter.EJECTIONS, TrafficCounter.EJECTED);
    long all =
        spread.servers().stream()
            .mapToLong(it -> served.getOrDefault(it.replica().name(), 0L))
            .sum();
    if (gap.isPresent() || all == 0) {
      return evidence(subject, Verdict.MISSING, expected, gap.orElse("no replica served any call"));
    }
    long times = counters.ever(before.orElseThrow(), TrafficCounter.EJECTIONS);
    long got = served.getOrDefault(name, 0L);
    double share = spread.share(failing);
    double fewer = chance(all, got, share, AlternativeHypothesis.LESS_THAN);
    String observed =
        String.format(
            Locale.ROOT,
            "replicas were left out %d times since the start, %d are at the end; %d of %d calls, %.0f are its share; p %.3g that it got so few by chance",
            times,
            counters.ever(before.orElseThrow(), TrafficCounter.EJECTED),
            got,
            all,
            all * share,
            fewer);
    if (times == 0) {
      return evidence(
          subject,
          Verdict.MISSING,
          expected,
          observed + ": perhaps it never failed so often in a row; let it fail more, or longer");
    }
    if (fewer < SlowReplicas.RARE) {
      return evidence(subject, Verdict.PROVEN, expected, observed);
    }
    boolean alike =
        chance(all, got, share * TREATED_ALIKE, AlternativeHypothesis.GREATER_THAN)
            < SlowReplicas.RARE;
    return evidence(
        subject,
        alike ? Verdict.DISPROVEN : Verdict.MISSING,
        expected,
        alike ? observed : observed + ": too few calls to tell");
  }

  private static double percent(Server failing) {
    return 100 * failing.failing().orElse(0.0);
  }

  private static double chance(long all, long theirs, double share, AlternativeHypothesis towards) {
    return BinomialTest.withDefaults()
        .with(towards)
        .test(Math.toIntExact(all), Math.toIntExact(theirs), share)
        .getPValue();
  }

  private static Evidence evidence(
      String subject, Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.TRAFFIC, subject, verdict, expected, observed, SOURCE);
  }
}
