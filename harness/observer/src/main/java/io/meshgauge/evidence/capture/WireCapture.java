package io.meshgauge.evidence.capture;

import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A look at the wire by capturing packets: all through the window, or in short bursts.
 *
 * <p>A burst takes at most {@value #BURST_SEGMENTS} segments of all addresses together, times the
 * devices each may cross. Addresses of which nothing was seen yet get longer ones of their own, for
 * as long as each reveals another, because a quiet hop would otherwise starve next to a busy one.
 * Between bursts no socket is open, so that the load pays nothing.
 */
public final class WireCapture implements WireWatch {
  private static final int BURST_SEGMENTS = 300;
  private static final Duration BURST = Duration.ofMillis(200);
  private static final Duration LONG_BURST = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** Until the end of the window, which ends it. */
  private static final Duration FOREVER = Duration.ofDays(1);

  /** Readable bytes further apart are not one exposure. */
  private static final long APART_MICROS = 1_000_000;

  private final PacketSource.Opener opener;
  private final CapturePlace place;
  private final Extent extent;
  private final Set<Address> addresses;

  private final Map<Address, Address> alternates;

  /** Hosts whose traffic is none between workloads. */
  private final Set<String> strangers;

  private final Map<Address, Sighting> seen = new ConcurrentHashMap<>();
  private final CountDownLatch finish = new CountDownLatch(1);
  private final Thread thread;
  private volatile Optional<String> trouble = Optional.empty();
  private final AtomicInteger bursts = new AtomicInteger();
  private final AtomicLong lost = new AtomicLong();

  /** When something could be read last, in microseconds, by wire. */
  private final Map<Address, Long> readAt = new HashMap<>();

  private WireCapture(
      CapturePlace place,
      Extent extent,
      Set<Address> addresses,
      Map<Address, Address> alternates,
      Set<String> strangers,
      PacketSource.Opener opener,
      ThreadFactory observers) {
    this.place = place;
    this.extent = extent;
    this.addresses = Set.copyOf(addresses);
    this.alternates = Map.copyOf(alternates);
    this.strangers = Set.copyOf(strangers);
    this.opener = opener;
    this.thread = observers.newThread(this::watch);
  }

  public static WireCapture start(
      DataPlane plane,
      CapturePlace place,
      Extent extent,
      PacketSource.Opener opener,
      ThreadFactory observers) {
    Set<String> strangers = plane.alternates().isEmpty() ? Set.of() : place.own().get();
    WireCapture capture =
        new WireCapture(
            place, extent, plane.crossings(), plane.alternates(), strangers, opener, observers);
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
    List<String> means = new ArrayList<>();
    means.add("packet capture on %s, %s".formatted(place.words(), howLong()));
    if (place.copies() > 1) {
      means.add("a segment counts on every device it crosses");
    }
    trouble.ifPresent(means::add);
    return new WireSightings(means, seen);
  }

  private String howLong() {
    if (extent == Extent.BURSTS) {
      return bursts.get() + " bursts";
    }
    return lost.get() == 0
        ? "every packet of the window"
        : "the whole window but %d packets".formatted(lost.get());
  }

  private void watch() {
    if (addresses.isEmpty()) {
      return;
    }
    try {
      if (extent == Extent.EVERY_PACKET) {
        burst(addresses, Integer.MAX_VALUE, FOREVER);
        return;
      }
      do {
        burst(addresses, BURST_SEGMENTS * place.copies(), BURST);
        Set<Address> unseen = unseen();
        for (int before = Integer.MAX_VALUE; !unseen.isEmpty() && unseen.size() < before; ) {
          before = unseen.size();
          burst(unseen, BURST_SEGMENTS * place.copies(), LONG_BURST);
          unseen = unseen();
        }
      } while (!finish.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (IOException e) {
      trouble = Optional.of(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Set<Address> unseen() {
    Set<Address> unseen = new HashSet<>(addresses);
    seen.keySet().forEach(address -> unseen.removeAll(alike(address)));
    return unseen;
  }

  /** An address, and those at which the same bytes would cross: none is awaited twice. */
  private Set<Address> alike(Address address) {
    Set<Address> alike = new HashSet<>(Set.of(address));
    alternates.forEach(
        (wire, alternate) -> {
          if (wire.equals(address) || alternate.equals(address)) {
            alike.addAll(Set.of(wire, alternate));
          }
        });
    return alike;
  }

  private void burst(Set<Address> wanted, int most, Duration length) throws IOException {
    long begin = System.nanoTime();
    Map<CapturedSegment.Flow, Watched> flows = new HashMap<>();
    Set<List<Address>> counted = new HashSet<>();
    try (PacketSource source = opener.open(wanted)) {
      int segments = 0;
      while (segments < most
          && System.nanoTime() - begin < length.toNanos()
          && finish.getCount() > 0) {
        Optional<CapturedSegment> captured = source.next(PATIENCE);
        if (captured.isPresent()) {
          segments++;
          note(captured.get(), flows, counted);
        }
      }
      lost.addAndGet(source.lost());
    } finally {
      flows.values().forEach(it -> count(it.wire, it.flow.unrecognised(), it.unrecognised));
    }
    bursts.incrementAndGet();
  }

  /** One direction of a connection in a burst; what was not recognised is counted at its end. */
  private static final class Watched {
    private final Address wire;

    /** Whether it stands for its direction of a connection: other devices carry copies. */
    private final boolean counted;

    private final ByteFlow flow = new ByteFlow();
    private long unrecognised;

    Watched(Address wire, boolean counted) {
      this.wire = wire;
      this.counted = counted;
    }
  }

  private void note(
      CapturedSegment captured,
      Map<CapturedSegment.Flow, Watched> flows,
      Set<List<Address>> counted) {
    Segment segment = captured.segment();
    Address address = wire(segment);
    if (address != null) {
      Watched watched = flows.computeIfAbsent(captured.flow(), it -> begin(it, address, counted));
      TrafficKind kind = watched.flow.accept(segment.sequence(), segment.payload());
      if (kind == TrafficKind.UNKNOWN) {
        watched.unrecognised++;
      } else {
        count(address, kind, 1);
      }
      if (watched.counted && kind.readable()) {
        expose(captured, address);
      }
    }
  }

  private Watched begin(CapturedSegment.Flow flow, Address wire, Set<List<Address>> counted) {
    boolean first = counted.add(List.of(flow.source(), flow.destination()));
    if (first && extent == Extent.EVERY_PACKET && flow.destination().equals(wire)) {
      seen.merge(wire, Sighting.ofConnection(), Sighting::plus);
    }
    return new Watched(wire, first);
  }

  private void expose(CapturedSegment captured, Address wire) {
    long micros = TimeUnit.NANOSECONDS.toMicros(captured.nanos());
    long since = micros - readAt.getOrDefault(wire, micros);
    readAt.put(wire, micros);
    Sighting.Exposure exposure =
        new Sighting.Exposure(
            captured.segment().payload().length, since < APART_MICROS ? since : 0);
    seen.merge(wire, Sighting.of(exposure), Sighting::plus);
  }

  private void count(Address address, TrafficKind kind, long chunks) {
    if (chunks > 0) {
      seen.merge(address, Sighting.of(kind, chunks), Sighting::plus);
    }
  }

  /** The wire a segment travels on: the address that it goes to, or comes from. */
  private @Nullable Address wire(Segment segment) {
    if (strangers.contains(segment.source().host())
        || strangers.contains(segment.destination().host())) {
      return null;
    }
    if (addresses.contains(segment.destination())) {
      return segment.destination();
    }
    return addresses.contains(segment.source()) ? segment.source() : null;
  }
}
