package io.meshgauge.topology.plane;

import io.meshgauge.measure.counter.CounterSource;

/**
 * A place where a policy is enforced, and where its decisions are counted.
 *
 * @param name what it is called in evidence, for example {@code policy before order}
 * @param service the service it protects
 * @param proxy the process that counts
 * @param allowed requests that it let pass
 * @param denied requests that it denied; where they are not counted, denials are inferred from
 *     requests that never reached the service
 * @param undecided requests that passed or failed without a decision: any of them is one too many
 * @param cache decisions that were remembered and not made again, where there is a cache
 * @param unidentified denied requests of clients without an identity, where such clients get as far
 */
public record PolicyEnforcementPoint(
    String name,
    String service,
    String proxy,
    CounterSource allowed,
    CounterSource denied,
    CounterSource undecided,
    Cache cache,
    CounterSource unidentified) {

  /**
   * A cache of decisions.
   *
   * @param hits decisions taken from it; not counted where there is none
   * @param expected whether decisions are to be remembered
   */
  public record Cache(CounterSource hits, boolean expected) {
    static final Cache NONE = new Cache(CounterSource.NOT_COUNTED, false);
  }

  /** A policy before a service that counts nothing itself. */
  public static PolicyEnforcementPoint before(String service, String proxy) {
    return new PolicyEnforcementPoint(
        "policy before " + service,
        service,
        proxy,
        CounterSource.NOT_COUNTED,
        CounterSource.NOT_COUNTED,
        CounterSource.NOT_COUNTED,
        Cache.NONE,
        CounterSource.NOT_COUNTED);
  }

  /** The same under another name. */
  public PolicyEnforcementPoint named(String other) {
    return new PolicyEnforcementPoint(
        other, service, proxy, allowed, denied, undecided, cache, unidentified);
  }

  /** The same, which counts what it allows and denies. */
  public PolicyEnforcementPoint counting(CounterSource passed, CounterSource refused) {
    return new PolicyEnforcementPoint(
        name, service, proxy, passed, refused, undecided, cache, unidentified);
  }

  /** The same, which counts requests without a decision. */
  public PolicyEnforcementPoint failingOpen(CounterSource without) {
    return new PolicyEnforcementPoint(
        name, service, proxy, allowed, denied, without, cache, unidentified);
  }

  /** The same with a cache of decisions. */
  public PolicyEnforcementPoint caching(CounterSource hits, boolean expected) {
    return new PolicyEnforcementPoint(
        name, service, proxy, allowed, denied, undecided, new Cache(hits, expected), unidentified);
  }

  /** The same, which counts denied clients without an identity. */
  public PolicyEnforcementPoint identifying(CounterSource strangers) {
    return new PolicyEnforcementPoint(
        name, service, proxy, allowed, denied, undecided, cache, strangers);
  }
}
