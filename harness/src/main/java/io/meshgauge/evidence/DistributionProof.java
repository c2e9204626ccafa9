package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Balancing;
import io.meshgauge.topology.Balancing.Server;
import io.meshgauge.topology.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.apache.commons.statistics.inference.SignificanceResult;

/**
 * Judges whether the calls of the window were spread over the replicas of every service as the
 * algorithm says, by what the replicas themselves have counted.
 *
 * <p>In turn: the counts fit the weights (chi-square). By address: all callers of this machine have
 * one address, so that one replica has got all; that other addresses may go elsewhere is for the
 * {@link AddressSurvey}. Fewest calls under way: no replica starves, and one that was made slower
 * got significantly fewer (binomial), where it was busy enough to be avoided.
 */
final class DistributionProof {
  private static final String SOURCE = "micrometer: calls that each replica served in the window";

  /** By chance one judgement in a thousand is wrong: a run makes five, of every trial. */
  private static final double RARE = 0.001;

  /** The least count that a chi-square test may expect anywhere. */
  private static final double LEAST_EXPECTED = 5;

  /**
   * From how many calls under way at a time, were it treated like the others, a slow replica must
   * show in the counts.
   */
  private static final double BUSY = 0.5;

  private final DataPlane plane;

  DistributionProof(DataPlane plane) {
    this.plane = plane;
  }

  /**
   * Judges every service whose calls are spread.
   *
   * @param served calls in the window by replica
   * @param seconds length of the window
   */
  List<Evidence> evidence(Map<String, Long> served, double seconds) {
    List<Evidence> all = new ArrayList<>();
    new TreeMap<>(plane.balancing())
        .forEach((service, spread) -> all.add(new Spread(service, spread, served).judge(seconds)));
    boolean slowed = plane.balancing().values().stream().anyMatch(DistributionProof::avoidsSlow);
    boolean told =
        plane.balancing().values().stream()
            .anyMatch(it -> avoidsSlow(it) && busy(it, served, seconds) >= BUSY);
    if (slowed && !told) {
      all.add(
          new Evidence(
              Promise.DISTRIBUTION,
              "slow replicas",
              Verdict.MISSING,
              "a slow replica busy enough to be avoided",
              "none had %.1f calls under way at a time: raise the rate, or slow-replica"
                  .formatted(BUSY),
              SOURCE));
    }
    return all;
  }

  private static boolean avoidsSlow(Balancing spread) {
    return spread.rule() == Balancing.Rule.LEAST_CONNECTIONS
        && spread.servers().stream().anyMatch(it -> it.slowed().isPresent());
  }

  /** Calls that the slow replica would have under way at a time if it got its share. */
  private static double busy(Balancing spread, Map<String, Long> served, double seconds) {
    double calls =
        spread.servers().stream()
            .mapToLong(it -> served.getOrDefault(it.replica().name(), 0L))
            .sum();
    return spread.servers().stream()
        .filter(it -> it.slowed().isPresent())
        .mapToDouble(it -> calls * spread.share(it) / seconds * it.slowed().get().toMillis() / 1e3)
        .max()
        .orElse(0);
  }

  /** The calls of one service. */
  private static final class Spread {
    private final String service;
    private final Balancing spread;
    private final Map<String, Long> served;
    private final List<Server> servers;
    private final long[] counts;
    private final long all;

    Spread(String service, Balancing spread, Map<String, Long> served) {
      this.service = service;
      this.spread = spread;
      this.served = served;
      this.servers = spread.servers();
      this.counts =
          servers.stream().mapToLong(it -> served.getOrDefault(it.replica().name(), 0L)).toArray();
      this.all = servers.stream().mapToLong(this::count).sum();
    }

    Evidence judge(double seconds) {
      if (servers.stream().anyMatch(it -> !served.containsKey(it.replica().name()))) {
        return evidence(Verdict.MISSING, "the calls of every replica", "not all were read");
      }
      if (all == 0) {
        return evidence(Verdict.MISSING, "calls of this service", "no replica served any");
      }
      if (servers.size() == 1) {
        return evidence(Verdict.PROVEN, "all calls at the only replica", counted());
      }
      return switch (spread.rule()) {
        case ROUND_ROBIN -> inTurn();
        case IP_HASH -> oneAddress();
        case LEAST_CONNECTIONS -> fewest(seconds);
      };
    }

    private Evidence inTurn() {
      double[] expected = servers.stream().mapToDouble(it -> all * spread.share(it)).toArray();
      String asked =
          "calls in the shares %s"
              .formatted(
                  servers.stream()
                      .map(it -> Integer.toString(it.weight()))
                      .collect(Collectors.joining(" : ")));
      for (double count : expected) {
        if (count < LEAST_EXPECTED) {
          return evidence(Verdict.MISSING, asked, counted() + ": too few to judge");
        }
      }
      SignificanceResult fit = ChiSquareTest.withDefaults().test(expected, counts);
      return evidence(
          fit.getPValue() >= RARE ? Verdict.PROVEN : Verdict.DISPROVEN,
          asked,
          counted()
              + String.format(
                  Locale.ROOT, "; chi-square %.2f, p %.3g", fit.getStatistic(), fit.getPValue()));
    }

    private Evidence oneAddress() {
      long having = servers.stream().filter(it -> count(it) > 0).count();
      return evidence(
          having == 1 ? Verdict.PROVEN : Verdict.DISPROVEN,
          "all calls, which come from one address, at one replica",
          counted());
    }

    private Evidence fewest(double seconds) {
      String asked = "no replica starves";
      List<String> words = new ArrayList<>(List.of(counted()));
      boolean kept = true;
      for (Server server : servers) {
        double share = spread.share(server);
        if (server.slowed().isPresent()) {
          double chance = chance(server, share, AlternativeHypothesis.LESS_THAN);
          double more = chance(server, share, AlternativeHypothesis.GREATER_THAN);
          boolean must = busy(spread, served, seconds) >= BUSY;
          asked +=
              must
                  ? ", and the slow one (%s) gets significantly fewer".formatted(server.replica())
                  : ", and the slow one (%s), seldom busy, no more".formatted(server.replica());
          kept &= must ? chance < RARE : more >= RARE;
          words.add(
              String.format(
                  Locale.ROOT,
                  "p %.3g that %s got so few by chance",
                  chance,
                  server.replica().name()));
        } else if (Math.pow(1 - share / 2, all) >= RARE) {
          return evidence(Verdict.MISSING, asked, counted() + ": too few to judge");
        } else {
          kept &= chance(server, share / 2, AlternativeHypothesis.LESS_THAN) >= RARE;
        }
      }
      return evidence(kept ? Verdict.PROVEN : Verdict.DISPROVEN, asked, String.join("; ", words));
    }

    /** How likely such a count is, were a call the replica's with that probability. */
    private double chance(Server server, double share, AlternativeHypothesis towards) {
      return BinomialTest.withDefaults()
          .with(towards)
          .test(Math.toIntExact(all), Math.toIntExact(count(server)), share)
          .getPValue();
    }

    private long count(Server server) {
      return served.getOrDefault(server.replica().name(), 0L);
    }

    private String counted() {
      return servers.stream()
          .map(it -> it.replica().name() + " " + count(it))
          .collect(Collectors.joining(", "));
    }

    private Evidence evidence(Verdict verdict, String expected, String observed) {
      return new Evidence(
          Promise.DISTRIBUTION,
          "%s: %s".formatted(service, spread.rule().words()),
          verdict,
          expected,
          observed,
          SOURCE);
    }
  }
}
