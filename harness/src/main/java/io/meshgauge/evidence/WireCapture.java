package io.meshgauge.evidence;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A look at the wire by capturing packets, in short bursts all through the window.
 *
 * <p>A burst takes at most {@value #BURST_SEGMENTS} segments of all ports together. Ports of which
 * nothing was seen yet get a second, longer one of their own, because a quiet hop would otherwise
 * starve beside a busy one. Between bursts no socket is open, so that the load pays nothing.
 */
final class WireCapture implements WireWatch {
  private static final int BURST_SEGMENTS = 300;
  private static final Duration BURST = Duration.ofMillis(200);
  private static final Duration LONG_BURST = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final PacketSource.Opener opener;
  private final Map<Integer, Address> addresses;
  private final Map<Address, Sighting> seen = new ConcurrentHashMap<>();
  private final CountDownLatch finish = new CountDownLatch(1);
  private final Thread thread;
  private volatile String trouble = "";
  private final AtomicInteger bursts = new AtomicInteger();

  private WireCapture(
      Map<Integer, Address> addresses, PacketSource.Opener opener, ThreadFactory observers) {
    this.addresses = addresses;
    this.opener = opener;
    this.thread = observers.newThread(this::watch);
  }

  static WireCapture start(DataPlane plane, PacketSource.Opener opener, ThreadFactory observers) {
    Map<Integer, Address> addresses =
        plane.wire().values().stream()
            .distinct()
            .collect(Collectors.toMap(Address::port, address -> address, (a, b) -> a));
    WireCapture capture = new WireCapture(new TreeMap<>(addresses), opener, observers);
    capture.thread.setName("wire-capture");
    capture.thread.setDaemon(true);
    capture.thread.start();
    return capture;
  }

  @Override
  public WireSightings finish() {
    finish.countDown();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String how =
        "packet capture on the loopback device, %d bursts%s".formatted(bursts.get(), trouble);
    return new WireSightings(how, seen);
  }

  private void watch() {
    try {
      do {
        burst(addresses.keySet(), BURST);
        Set<Integer> unseen = new HashSet<>(addresses.keySet());
        unseen.removeIf(port -> seen.containsKey(addresses.get(port)));
        if (!unseen.isEmpty()) {
          burst(unseen, LONG_BURST);
        }
      } while (!finish.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (IOException e) {
      trouble = "; " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void burst(Set<Integer> ports, Duration length) throws IOException {
    long deadline = System.nanoTime() + length.toNanos();
    Map<Long, ByteFlow> flows = new TreeMap<>();
    try (PacketSource source = opener.open(ports)) {
      int segments = 0;
      while (segments < BURST_SEGMENTS && System.nanoTime() < deadline && finish.getCount() > 0) {
        Optional<Segment> segment = source.next(PATIENCE);
        if (segment.isPresent()) {
          segments++;
          note(segment.get(), flows);
        }
      }
    }
    bursts.incrementAndGet();
  }

  private void note(Segment segment, Map<Long, ByteFlow> flows) {
    long key = (long) segment.source() << 16 | segment.destination();
    TrafficKind kind =
        flows
            .computeIfAbsent(key, it -> new ByteFlow())
            .accept(segment.sequence(), segment.payload());
    Address address =
        addresses.getOrDefault(segment.destination(), addresses.get(segment.source()));
    if (address != null) {
      seen.merge(address, Sighting.NOTHING.with(kind), (old, one) -> old.with(kind));
    }
  }
}
