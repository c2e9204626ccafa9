package io.meshgauge.topology.routing;

import java.util.Optional;

/**
 * A second version of a service, to which its callers' proxies send a share of the requests.
 *
 * @param service that has it; empty: the first that the entry calls by HTTP
 * @param percent of the requests, 1 to {@value #MOST}
 */
public record Canary(Optional<String> service, int percent) {
  /** The second version is not the larger one. */
  public static final int MOST = 50;

  /** Percent of the requests where a canary of twice the share runs, to show that it is found. */
  public int doubled() {
    return 2 * percent;
  }
}
