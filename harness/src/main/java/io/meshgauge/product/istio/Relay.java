package io.meshgauge.product.istio;

import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;

/**
 * The waypoint's listener for one service: it reads the requests to the service and forwards them
 * through a tunnel of its own.
 *
 * @param hop one of the hops that end at the service
 * @param onward where its own tunnel begins
 */
record Relay(Hop hop, TunnelClient onward) {
  String server() {
    return hop.server();
  }

  /** Name in the access log. */
  String name() {
    return counted();
  }

  /** Name of the counters of requests and of their cluster. */
  String counted() {
    return "requests_to_" + server();
  }

  /** Whether the hop is opaque TCP. */
  boolean tcp() {
    return hop.protocol() == Protocol.TCP;
  }

  /** Whether it uses HTTP/2 to the service. */
  boolean http2() {
    return hop.protocol() == Protocol.GRPC;
  }
}
