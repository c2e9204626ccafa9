package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.DataPlane;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * A look at the bytes on the path, for as long as the measured window lasts.
 *
 * <p>{@link #start} captures packets where that is permitted, and otherwise samples connections
 * through the data plane's taps.
 */
public interface WireWatch extends AutoCloseable {

  /** How much of a window is captured. */
  enum Extent {
    /** Short samples, which cost the load nothing. */
    BURSTS,

    /** All, where something changes that a sample could miss. */
    EVERY_PACKET
  }

  /**
   * Starts to look at every wire address of a data plane; never fails.
   *
   * @param observers makes the thread that looks
   */
  static WireWatch start(DataPlane plane, Extent extent, ThreadFactory observers) {
    CapturePermission opening = PacketSource.tryOpen(CapturePlace.LOOPBACK);
    if (opening.permitted()) {
      return capture(plane, CapturePlace.LOOPBACK, extent, observers);
    }
    return TapWatch.start(plane, opening.words(), observers);
  }

  /**
   * Starts to look at every wire address from a cluster's node, whose devices carry what its pods
   * send to each other; never fails. There are no taps: without capture nothing is seen.
   *
   * @param node the node's name, for the words of the evidence
   * @param observers makes the thread that looks
   */
  static WireWatch startOnNode(
      DataPlane plane, String node, Extent extent, ThreadFactory observers) {
    CapturePlace place = CapturePlace.node(node);
    CapturePermission opening = PacketSource.tryOpen(place);
    if (opening.permitted()) {
      return capture(plane, place, extent, observers);
    }
    WireSightings none = WireSightings.none(opening.words());
    return () -> none;
  }

  /**
   * The same, and looks at what leaves the node for others; never fails.
   *
   * @param peers IPv4 addresses of the other nodes, by name; empty: no capture
   */
  static WireWatch startOnNode(
      DataPlane plane,
      String node,
      Map<String, String> peers,
      Extent extent,
      ThreadFactory observers) {
    WireWatch inside = startOnNode(plane, node, extent, observers);
    return peers.isEmpty() ? inside : NodeWatch.start(plane, node, peers, inside, observers);
  }

  /** Whether packets can be captured on all devices of the node this process runs on. */
  static CapturePermission captureOnNode(String node) {
    return PacketSource.tryOpen(CapturePlace.node(node));
  }

  /** Whether packets can be captured here; where not, deploy with setting {@code tap: on}. */
  static boolean capturePermitted() {
    return PacketSource.tryOpen(CapturePlace.LOOPBACK).permitted();
  }

  /** Stops looking and says what was seen; never fails. */
  WireSightings finish();

  private static WireWatch capture(
      DataPlane plane, CapturePlace place, Extent extent, ThreadFactory observers) {
    PacketSource.Opener opener = addresses -> PacketSocket.open(place, addresses);
    WireCapture bytes = WireCapture.start(plane, place, extent, opener, observers);
    WireTiming times = WireTiming.start(plane, place, opener, observers);
    return () -> {
      Map<Address, Exchanges> timed = times.finish();
      return bytes.finish().timed(timed);
    };
  }

  @Override
  default void close() {
    finish();
  }
}
