package io.meshgauge.topology.routing;

import java.time.Duration;
import java.util.Optional;

/**
 * Faults that the callers' proxies inject into calls of one service, each call drawn for itself.
 *
 * @param service whose calls they are; empty: the first that the entry calls by HTTP
 * @param delay calls that wait before they are sent; empty: none
 * @param abort calls that are answered and not sent; empty: none
 */
public record Injection(Optional<String> service, Optional<Delay> delay, Optional<Abort> abort) {
  /**
   * A delay.
   *
   * @param length of each
   * @param percent of the calls that are delayed, 1 to 100
   */
  public record Delay(Duration length, int percent) {}

  /**
   * An answer in place of the service's.
   *
   * @param status of HTTP, 502 to 504
   * @param percent of the calls that are aborted, 1 to 100
   */
  public record Abort(int status, int percent) {}

  /** The same for a service. */
  Injection at(Optional<String> chosen) {
    return new Injection(chosen, delay, abort);
  }
}
