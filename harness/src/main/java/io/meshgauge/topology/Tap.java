package io.meshgauge.topology;

/**
 * A way to look at a sampled connection of a hop where packets cannot be captured: a listener of
 * the client's proxy whose traffic leaves, as the hop's own does, for a forwarder of ours.
 *
 * @param hop the hop that is sampled
 * @param through the listener of the client's proxy that sampled requests are sent to
 * @param forwarder where our forwarder must listen while sampling
 * @param onward where the forwarder must pass the bytes on to: the hop's wire address
 */
public record Tap(Hop hop, Address through, Address forwarder, Address onward) {
  /** What the names begin with of listeners that only samples come to. */
  public static final String MARK = "tap_";
}
