package io.meshgauge.evidence;

import io.meshgauge.topology.Address;
import java.util.Map;

/**
 * What was seen of the bytes on the path during the window.
 *
 * @param how in words: by which means it was seen, or why nothing could be
 * @param byAddress what was seen, by wire address
 */
public record WireSightings(String how, Map<Address, Sighting> byAddress) {
  public WireSightings {
    byAddress = Map.copyOf(byAddress);
  }

  /** Nothing could be looked at. */
  public static WireSightings none(String why) {
    return new WireSightings(why, Map.of());
  }

  /** What was seen of an address; {@link Sighting#NOTHING} when nothing was. */
  public Sighting at(Address address) {
    return byAddress.getOrDefault(address, Sighting.NOTHING);
  }
}
