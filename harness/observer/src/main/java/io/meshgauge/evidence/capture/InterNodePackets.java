package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was seen of the packets that left nodes for others during the window.
 *
 * @param how in words: by which means it was seen, or why nothing could be; empty where no one
 *     looked
 * @param ways packets from one node to another, by what they are
 * @param readable packets that anybody on the way can read, by the wire address that they go to or
 *     come from
 */
public record InterNodePackets(String how, List<Way> ways, Map<Address, Long> readable) {
  /** In the place of a node's name: packets that went to an address that is no node's own. */
  public static final String ELSEWHERE = "addresses that are no node's own";

  /** Not captured. */
  public static final InterNodePackets NOT_LOOKED = new InterNodePackets("", List.of(), Map.of());

  public InterNodePackets {
    ways = List.copyOf(ways);
    readable = Map.copyOf(readable);
  }

  /**
   * Packets from one node to another.
   *
   * @param from name of the node that they left
   * @param to name of the node that they went to
   * @param packets how many were of each kind
   */
  public record Way(String from, String to, Map<Encapsulation, Long> packets) {
    public Way {
      packets = Map.copyOf(packets);
    }

    /** How many were of a kind. */
    public long of(Encapsulation cover) {
      return packets.getOrDefault(cover, 0L);
    }

    /** How many were encrypted, by whatever means, with a key that is not known to everybody. */
    public long sealed() {
      return of(Encapsulation.WIREGUARD) + of(Encapsulation.ESP);
    }
  }

  /** Nothing could be looked at. */
  public static InterNodePackets none(String why) {
    return new InterNodePackets(why, List.of(), Map.of());
  }

  /** The packets from one node to another; none where none were seen. */
  public Way way(String from, String to) {
    Map<Encapsulation, Long> sum = new EnumMap<>(Encapsulation.class);
    ways.stream()
        .filter(it -> it.from().equals(from) && it.to().equals(to))
        .forEach(it -> it.packets().forEach((cover, n) -> sum.merge(cover, n, Long::sum)));
    return new Way(from, to, sum);
  }

  /** What was seen here, and what was seen elsewhere. */
  public InterNodePackets plus(InterNodePackets other) {
    List<Way> all = new ArrayList<>(ways);
    all.addAll(other.ways);
    Map<Address, Long> sum = new HashMap<>(readable);
    other.readable.forEach((address, n) -> sum.merge(address, n, Long::sum));
    if (how.isEmpty() || how.equals(other.how)) {
      return new InterNodePackets(other.how, all, sum);
    }
    return new InterNodePackets(other.how.isEmpty() ? how : how + "; " + other.how, all, sum);
  }
}
