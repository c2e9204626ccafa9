package io.meshgauge.evidence;

/**
 * Where packets are captured.
 *
 * @param device name of the one device; empty for all devices of this network namespace
 * @param words for evidence, for example {@code the loopback device}
 * @param copies how often one segment may be seen
 */
record CapturePlace(String device, String words, int copies) {
  /** The device that connects the processes of one machine. */
  static final CapturePlace LOOPBACK = new CapturePlace("lo", "the loopback device", 1);

  /**
   * All devices of a cluster's node, its side of every pod's veth pair among them. A segment
   * between two pods crosses up to four: out of the client's veth, into and out of a bridge, into
   * the server's veth.
   */
  static CapturePlace node(String name) {
    return new CapturePlace("", "all devices of node " + name, 4);
  }
}
