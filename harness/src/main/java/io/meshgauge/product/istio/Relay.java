package io.meshgauge.product.istio;

import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;

/**
 * What the waypoint does for a service: it reads the requests to it, and sends them on through a
 * tunnel of its own.
 *
 * @param hop one of the hops that end at the service
 * @param onward where its own tunnel begins
 */
record Relay(Hop hop, TunnelClient onward) {
  /** The service. */
  String server() {
    return hop.server();
  }

  /** Name of what it does, in its log. */
  String name() {
    return counted();
  }

  /** Name under which requests are counted, and of what they are sent to. */
  String counted() {
    return "requests_to_" + server();
  }

  /** Whether it carries bytes of which nothing more is known. */
  boolean tcp() {
    return hop.protocol() == Protocol.TCP;
  }

  /** Whether HTTP/2 is spoken to the service. */
  boolean http2() {
    return hop.protocol() == Protocol.GRPC;
  }
}
