package io.meshgauge.measure.counter;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * By which rules a running proxy steers requests, as it says itself.
 *
 * @param version of its program; empty where it does not say
 * @param routes what it does with requests to a destination, by the destination's name
 * @param limits what it has under way to a destination at most, by the destination's name
 * @param rates how many requests it lets pass; empty where it does not count them
 * @param leavingOut after how many failures in a row it leaves out a replica of a destination, by
 *     the destination's name; without it never
 * @param size how much it is configured with
 */
public record ProxyRules(
    String version,
    Map<String, Route> routes,
    Map<String, Limits> limits,
    List<Rate> rates,
    Map<String, Long> leavingOut,
    Size size) {

  public ProxyRules {
    routes = Map.copyOf(routes);
    limits = Map.copyOf(limits);
    rates = List.copyOf(rates);
    leavingOut = Map.copyOf(leavingOut);
  }

  /** The rules of a proxy whose size is not counted. */
  public ProxyRules(
      String version,
      Map<String, Route> routes,
      Map<String, Limits> limits,
      List<Rate> rates,
      Map<String, Long> leavingOut) {
    this(version, routes, limits, rates, leavingOut, new Size(0, 0, Map.of()));
  }

  /** The rules of a proxy that ejects no replica. */
  public ProxyRules(Map<String, Route> routes, Map<String, Limits> limits, List<Rate> rates) {
    this("", routes, limits, rates, Map.of());
  }

  /** The same rules, of a program of a version. */
  public ProxyRules of(String program) {
    return new ProxyRules(program, routes, limits, rates, leavingOut, size);
  }

  /**
   * How much a proxy is configured with.
   *
   * @param clusters groups of endpoints that it may send to
   * @param synthetic those of them that no request uses, by their names
   * @param passed routes that match no request and stand before the one to a destination, by the
   *     destination's name; without it none
   */
  public record Size(int clusters, int synthetic, Map<String, Integer> passed) {
    public Size {
      passed = Map.copyOf(passed);
    }
  }

  /**
   * What is done with a request.
   *
   * @param retries how often it is sent again at most
   * @param on when it is, in the product's words; empty: never
   * @param timeout how long an answer is waited for; empty: as long as it takes
   */
  public record Route(int retries, String on, Optional<Duration> timeout) {}

  /**
   * What is under way at most.
   *
   * @param requests requests without an answer
   * @param waiting requests without a connection
   * @param retries requests that are sent again
   */
  public record Limits(long requests, long waiting, long retries) {}

  /**
   * How many requests pass.
   *
   * @param most how many at once
   * @param perSecond how many in the long run
   */
  public record Rate(long most, double perSecond) {}
}
