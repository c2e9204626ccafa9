package io.meshgauge.report;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.LoadResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How many requests services got for those that were meant for them: proxies that send again
 * multiply, hop by hop, and proxies that refuse do the opposite.
 *
 * <p>Both are the services' own counts: what a caller counts is one call, however often its proxy
 * sends it.
 *
 * @param server the called service
 * @param calls calls of its callers; where the load itself calls it, requests of the load to it
 * @param served requests that it got
 * @param entered requests of the load
 */
public record RetryAmplification(String server, long calls, long served, long entered) {
  /** From here on a service is said to have got more, or fewer, than it was called. */
  private static final double NOTABLE = 0.02;

  /** Of every service that was called in a run. */
  public static List<RetryAmplification> of(Run run) {
    return of(List.of(run));
  }

  /** Of every service, over the valid runs of an arm. */
  public static List<RetryAmplification> of(Arm arm) {
    return of(arm.valid());
  }

  private static List<RetryAmplification> of(Collection<Run> runs) {
    List<HopLatency> hops = runs.stream().flatMap(run -> run.hops().stream()).toList();
    long entered =
        runs.stream().flatMap(run -> run.measuredLoad().stream()).mapToLong(LoadResult::sent).sum();
    Set<String> servers = new LinkedHashSet<>();
    hops.forEach(hop -> servers.add(hop.server()));
    List<RetryAmplification> all = new ArrayList<>();
    for (String server : servers) {
      long served = count(hops, server, Side.SERVER);
      long calls = count(hops, server, Side.CLIENT);
      // Only the load calls a service where it enters, and the load keeps no such timer.
      long meant = calls == 0 ? sentTo(server, runs) : calls;
      if (served > 0 && meant > 0 && entered > 0) {
        all.add(new RetryAmplification(server, meant, served, entered));
      }
    }
    return List.copyOf(all);
  }

  /** Requests it got for each call. */
  public double perCall() {
    return (double) served / calls;
  }

  /** Requests it got for each request of the load. */
  public double perRequest() {
    return (double) served / entered;
  }

  /** Whether it got more requests, or fewer, than calls. */
  public boolean notable() {
    return Math.abs(perCall() - 1) > NOTABLE;
  }

  private static long sentTo(String server, Collection<Run> runs) {
    return runs.stream()
        .flatMap(run -> run.measuredLoad().stream())
        .mapToLong(load -> load.sentTo(server))
        .sum();
  }

  private static long count(List<HopLatency> hops, String server, Side side) {
    return hops.stream()
        .filter(hop -> hop.server().equals(server) && hop.side() == side)
        .mapToLong(HopLatency::count)
        .sum();
  }
}
