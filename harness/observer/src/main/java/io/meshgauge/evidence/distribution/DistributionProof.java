package io.meshgauge.evidence.distribution;

import io.meshgauge.evidence.traffic.DeclaredShare;
import io.meshgauge.evidence.traffic.OutlierEjectionProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
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
 * {@link AddressSurvey}. Fewest calls under way: no replica starves; whether one that was made
 * slower is avoided, all services together say ({@link SlowReplicas}). By version: the share of the
 * second fits the declared one ({@link DeclaredShare}). Replicas that are left out are judged by
 * the {@link OutlierEjectionProof}.
 */
public final class DistributionProof {
  /** The least count that a chi-square test may expect anywhere. */
  private static final double LEAST_EXPECTED = 5;

  private final DataPlane plane;
  private final Predicate<String> leavingOut;

  /** A proof where no replica was left out. */
  public DistributionProof(DataPlane plane) {
    this(plane, service -> false);
  }

  /**
   * A proof.
   *
   * @param leavingOut whether replicas of a service were left out since they failed, so that others
   *     took their turns
   */
  public DistributionProof(DataPlane plane, Predicate<String> leavingOut) {
    this.plane = plane;
    this.leavingOut = leavingOut;
  }

  /**
   * Judges every service whose calls are spread.
   *
   * @param served calls in the window by replica
   * @param seconds length of the window
   */
  public List<Evidence> evidence(Map<String, Long> served, double seconds) {
    List<Evidence> all = new ArrayList<>();
    // Connections are for the ConnectionProof; a turn taken over by another replica counts for
    // none.
    Map<String, Balancing> judged = new TreeMap<>(plane.balancing());
    judged.values().removeIf(Balancing::byConnection);
    judged.keySet().removeIf(leavingOut);
    judged.forEach((service, spread) -> all.add(new Spread(service, spread, served).judge()));
    new SlowReplicas(judged.values(), served, seconds).evidence().ifPresent(all::add);
    return all;
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

    Evidence judge() {
      if (servers.stream().noneMatch(it -> served.containsKey(it.replica().name()))) {
        return evidence(
            Verdict.NOT_CLAIMED,
            "the calls of every replica",
            "the service does not count what it serves: the application's file names no metrics for it");
      }
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
        case LEAST_CONNECTIONS -> fewest();
        case VERSION -> versions();
      };
    }

    private Evidence inTurn() {
      double[] expected = servers.stream().mapToDouble(it -> all * spread.share(it)).toArray();
      String claimed =
          "calls in the shares %s"
              .formatted(
                  servers.stream()
                      .map(it -> Integer.toString(it.weight()))
                      .collect(Collectors.joining(" : ")));
      for (double count : expected) {
        if (count < LEAST_EXPECTED) {
          return evidence(Verdict.MISSING, claimed, counted() + ": too few to judge");
        }
      }
      SignificanceResult fit = ChiSquareTest.withDefaults().test(expected, counts);
      return evidence(
          fit.getPValue() >= SlowReplicas.RARE ? Verdict.PROVEN : Verdict.DISPROVEN,
          claimed,
          counted()
              + String.format(
                  Locale.ROOT, "; chi-square %.2f, p %.3g", fit.getStatistic(), fit.getPValue()));
    }

    private Evidence versions() {
      Server canary = servers.get(1);
      DeclaredShare share = new DeclaredShare(canary.weight());
      long hits = count(canary);
      return evidence(
          share.verdict(hits, all),
          share.expected(all, "requests at " + canary.replica().name()),
          "%s; %s".formatted(counted(), share.observed(hits, all)));
    }

    private Evidence oneAddress() {
      long having = servers.stream().filter(it -> count(it) > 0).count();
      return evidence(
          having == 1 ? Verdict.PROVEN : Verdict.DISPROVEN,
          "all calls, which come from one address, at one replica",
          counted());
    }

    private Evidence fewest() {
      String claimed = "no replica starves";
      boolean kept = true;
      for (Server server : servers) {
        double share = spread.share(server);
        if (server.slowed().isPresent()) {
          claimed += ", and the slow one (%s) gets no more".formatted(server.replica().name());
          kept &= chance(server, share, AlternativeHypothesis.GREATER_THAN) >= SlowReplicas.RARE;
        } else if (Math.pow(1 - share / 2, (double) all) >= SlowReplicas.RARE) {
          return evidence(Verdict.MISSING, claimed, counted() + ": too few to judge");
        } else {
          kept &= chance(server, share / 2, AlternativeHypothesis.LESS_THAN) >= SlowReplicas.RARE;
        }
      }
      return evidence(kept ? Verdict.PROVEN : Verdict.DISPROVEN, claimed, counted());
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
          SlowReplicas.SOURCE);
    }
  }
}
