package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;

/**
 * A look at the bytes on a node's own devices, and one at what leaves it for other nodes.
 *
 * @param inside the first
 * @param leaving the second
 */
record NodeWatch(WireWatch inside, InterNodeCapture leaving) implements WireWatch {

  /** Starts to look at what leaves; where that cannot be done, the evidence says why. */
  static WireWatch start(
      DataPlane plane,
      String node,
      Map<String, String> peers,
      WireWatch inside,
      ThreadFactory observers) {
    try {
      Map<String, Integer> uplinks = Uplinks.towards(peers.values());
      Set<String> pods =
          plane.wire().values().stream().map(Address::host).collect(Collectors.toSet());
      Set<String> nodes = Set.copyOf(peers.values());
      CapturePlace place = CapturePlace.node(node);
      return new NodeWatch(
          inside,
          InterNodeCapture.start(
              node,
              "what leaves %s by %s".formatted(node, String.join(", ", uplinks.keySet())),
              peers,
              plane,
              () -> PacketSocket.leaving(place, uplinks.values(), nodes, pods),
              observers));
    } catch (IOException | RuntimeException e) {
      String why = "what leaves %s could not be looked at: %s".formatted(node, e.getMessage());
      return () -> inside.finish().with(InterNodePackets.none(why));
    }
  }

  @Override
  public WireSightings finish() {
    return inside.finish().with(leaving.finish());
  }
}
