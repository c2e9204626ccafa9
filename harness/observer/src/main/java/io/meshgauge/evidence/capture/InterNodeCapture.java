package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A look at the packets that leave a node for others, in short bursts all through the window.
 *
 * <p>Only what leaves, and only by the devices that lead out of the node. A pod's own device and
 * those of tunnels carry what is not encrypted yet; and what arrives encrypted is handed up a
 * second time by the same device once it was decrypted. So every node is asked for its own half of
 * a connection.
 */
final class InterNodeCapture {
  private static final int BURST_PACKETS = 1_000;
  private static final Duration BURST = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final String node;
  private final String place;
  private final Opener opener;
  private final Map<String, String> peers;
  private final Set<Address> wires;
  private final WellKnownEspKeys keys;
  private final Map<String, Map<Encapsulation, Long>> ways = new TreeMap<>();
  private final Map<Address, Long> readable = new HashMap<>();
  private final CountDownLatch finish = new CountDownLatch(1);
  private final Thread thread;
  private volatile String trouble = "";
  private int bursts;

  /** Opens a source of packets. */
  @FunctionalInterface
  interface Opener {
    Source open() throws IOException;
  }

  /** Packets that leave the node, for a short burst. */
  interface Source extends AutoCloseable {
    /** The next packet, from its first header byte; empty when none came within that time. */
    Optional<byte[]> packet(Duration patience) throws IOException;

    @Override
    void close();
  }

  private InterNodeCapture(
      String node,
      String place,
      Map<String, String> peers,
      DataPlane plane,
      Opener opener,
      ThreadFactory observers) {
    this.node = node;
    this.place = place;
    this.opener = opener;
    this.wires = Set.copyOf(plane.wire().values());
    this.keys = new WellKnownEspKeys(wires.stream().map(Address::host).collect(Collectors.toSet()));
    Map<String, String> byAddress = new HashMap<>();
    peers.forEach((name, host) -> byAddress.put(host, name));
    this.peers = Map.copyOf(byAddress);
    this.thread = observers.newThread(this::watch);
  }

  /**
   * Starts to look.
   *
   * @param node name of this node
   * @param place in words, for example {@code what leaves node-a by eth0}
   * @param peers IPv4 addresses of the other nodes, by name
   */
  static InterNodeCapture start(
      String node,
      String place,
      Map<String, String> peers,
      DataPlane plane,
      Opener opener,
      ThreadFactory observers) {
    InterNodeCapture capture = new InterNodeCapture(node, place, peers, plane, opener, observers);
    capture.thread.setName("crossing-capture");
    capture.thread.setDaemon(true);
    capture.thread.start();
    return capture;
  }

  /** Stops looking and says what was seen. */
  InterNodePackets finish() {
    finish.countDown();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (ways) {
      List<InterNodePackets.Way> seen = new ArrayList<>();
      ways.forEach((to, packets) -> seen.add(new InterNodePackets.Way(node, to, packets)));
      return new InterNodePackets(
          "packet capture of %s, %d bursts%s".formatted(place, bursts, trouble), seen, readable);
    }
  }

  private void watch() {
    try {
      do {
        burst();
      } while (!finish.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (IOException e) {
      trouble = "; " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void burst() throws IOException {
    long deadline = System.nanoTime() + BURST.toNanos();
    try (Source source = opener.open()) {
      int packets = 0;
      while (packets < BURST_PACKETS && System.nanoTime() < deadline && finish.getCount() > 0) {
        Optional<byte[]> packet = source.packet(PATIENCE);
        if (packet.isPresent()) {
          packets++;
          InterNodePacket.parse(packet.get(), keys).ifPresent(this::note);
        }
      }
    }
    synchronized (ways) {
      bursts++;
    }
  }

  private void note(InterNodePacket crossing) {
    synchronized (ways) {
      Optional<Address> wire = wire(crossing);
      wire.ifPresent(it -> readable.merge(it, 1L, Long::sum));
      // Nodes have things of their own to say in TCP, which are none of a pod's.
      boolean own = crossing.cover() == Encapsulation.READABLE && wire.isEmpty();
      String to = peers.getOrDefault(crossing.destination(), InterNodePackets.ELSEWHERE);
      ways.computeIfAbsent(to, it -> new EnumMap<>(Encapsulation.class))
          .merge(own ? Encapsulation.OTHER : crossing.cover(), 1L, Long::sum);
    }
  }

  /** The wire whose segment can be read: the address that it goes to, or comes from. */
  private Optional<Address> wire(InterNodePacket crossing) {
    return crossing
        .target()
        .filter(wires::contains)
        .or(() -> crossing.source().filter(wires::contains));
  }
}
