package io.meshgauge.topology.plane;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;

/**
 * A way to observe a sampled connection of a hop where packets cannot be captured: a listener of
 * the client's proxy whose traffic leaves, as the hop's own does, for a forwarder of the harness.
 *
 * @param hop the hop that is sampled
 * @param through the listener of the client's proxy that sampled requests are sent to
 * @param forwarder where the forwarder must listen while sampling
 * @param onward where the forwarder must pass the bytes on to: the hop's wire address
 * @param samples where the proxies count the connections through it; not counted where the hop's
 *     listener counts the samples itself
 */
public record Tap(
    Hop hop, Address through, Address forwarder, Address onward, CounterSource samples) {

  /** A tap whose samples are counted by the hop's own listener. */
  public Tap(Hop hop, Address through, Address forwarder, Address onward) {
    this(hop, through, forwarder, onward, CounterSource.NOT_COUNTED);
  }
}
