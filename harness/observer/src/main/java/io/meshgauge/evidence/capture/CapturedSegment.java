package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;

/**
 * A segment where it was captured.
 *
 * @param device index of the device
 * @param direction the kernel's packet type: to this host, to another, outgoing
 * @param nanos when the kernel saw it, in nanoseconds of its clock; 0 if unknown
 * @param segment what was captured
 */
public record CapturedSegment(int device, int direction, long nanos, Segment segment) {

  /**
   * One direction of one connection as one device carries it: the same bytes pass other devices,
   * too, and the copies must not be taken for retransmissions.
   */
  record Flow(int device, int direction, Address source, Address destination) {}

  /** The flow it belongs to. */
  Flow flow() {
    return new Flow(device, direction, segment.source(), segment.destination());
  }
}
