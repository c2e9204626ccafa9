package io.meshgauge.report.arm;

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
 * Requests that a service received per call of its callers. Retries by proxies multiply them, hop
 * by hop; rejections by proxies reduce them.
 *
 * <p>Both counts come from the services: a caller counts one call, however often its proxy sends
 * it.
 *
 * @param server the called service
 * @param calls calls of its callers; for a service the load calls, requests of the load to it
 * @param served requests it received
 * @param entered requests of the load
 */
public record RetryAmplification(String server, long calls, long served, long entered) {
  /** Relative deviation of requests from calls that the report mentions. */
  private static final double NOTABLE_SHARE = 0.02;

  /** One value per service that was called in a run. */
  public static List<RetryAmplification> of(Run run) {
    return of(List.of(run));
  }

  /** One value per service, over the valid runs of an arm. */
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
      // The entry service is called only by the load, which has no client timer of hops.
      long meant = calls == 0 ? sentTo(server, runs) : calls;
      if (served > 0 && meant > 0 && entered > 0) {
        all.add(new RetryAmplification(server, meant, served, entered));
      }
    }
    return List.copyOf(all);
  }

  /** Requests per call. */
  public double perCall() {
    return (double) served / calls;
  }

  /** Requests per request of the load. */
  public double perRequest() {
    return (double) served / entered;
  }

  /** Whether requests deviate from calls by more than 2 %. */
  public boolean notable() {
    return Math.abs(perCall() - 1) > NOTABLE_SHARE;
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
