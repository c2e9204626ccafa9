package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Times the exchanges on wires that carry one request at a time.
 *
 * <p>Up to {@value #SEGMENTS_PER_SECOND} segments a second it times every exchange of the window.
 * Above that it takes slices with pauses between them, so that its cost in CPU is bounded. Requests
 * that begin in a slice are followed to their end.
 */
final class WireTiming implements AutoCloseable {
  /** About 3 % of a processor, and the same in every arm, since all have the same wires. */
  private static final int SEGMENTS_PER_SECOND = 2_000;

  private static final Duration KERNEL = Duration.ofMillis(20);
  private static final Duration SLICE = Duration.ofMillis(300);
  private static final Duration ANSWERS = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final PacketSource.Opener opener;
  private final Set<Address> servers;

  /** Hosts whose requests are none between workloads: a node asks whether its pods are ready. */
  private final Set<String> strangers;

  private final int copies;
  private final Map<Address, Exchanges> found = new HashMap<>();
  private final CountDownLatch finish = new CountDownLatch(1);
  private final Thread thread;

  private WireTiming(
      Set<Address> servers,
      CapturePlace place,
      PacketSource.Opener opener,
      ThreadFactory observers) {
    this.servers = servers;
    this.strangers = place.copies() > 1 ? place.own().get() : Set.of();
    this.copies = place.copies();
    this.opener = opener;
    this.thread = observers.newThread(this::watch);
  }

  /** Starts to time; never fails, and does nothing if no wire carries one request at a time. */
  static WireTiming start(
      DataPlane plane, CapturePlace place, PacketSource.Opener opener, ThreadFactory observers) {
    Set<Address> servers =
        plane.oneAtATime().values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    WireTiming timing = new WireTiming(servers, place, opener, observers);
    timing.thread.setName("wire-timing");
    timing.thread.setDaemon(true);
    if (!servers.isEmpty()) {
      timing.thread.start();
    }
    return timing;
  }

  /** Stops timing. The exchanges by server; those of wires without any are missing. */
  Map<Address, Exchanges> finish() {
    finish.countDown();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (found) {
      return Map.copyOf(found);
    }
  }

  @Override
  public void close() {
    finish();
  }

  private void watch() {
    // The kernel begins and ends to keep times with the first and the last socket that wants them,
    // a little later. One that receives nothing spans all slices, so that no slice begins without.
    try (PacketSource times = opener.open(Set.of(Address.loopback(1)))) {
      long pauseMillis = KERNEL.toMillis();
      while (!finish.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        long before = System.nanoTime();
        long segments = slice();
        pauseMillis = Math.max(0, due(segments) - (System.nanoTime() - before)) / 1_000_000;
      }
    } catch (IOException e) {
      // The wire capture fails in the same way, and its evidence says why.
      finish.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Takes new exchanges for at least {@link #SLICE}, and for as long as the wires carry no more
   * segments than are affordable.
   *
   * @return how many segments were captured
   */
  private long slice() throws IOException {
    ExchangeTimer timer = new ExchangeTimer();
    long began = System.nanoTime();
    boolean taking = true;
    long deadline = Long.MAX_VALUE;
    long segments = 0;
    long now = 0;
    try (PacketSource source = opener.open(servers)) {
      for (long at = began;
          finish.getCount() > 0 && (taking || (at < deadline && !timer.settled(now)));
          at = System.nanoTime()) {
        Optional<CapturedSegment> captured = source.next(PATIENCE);
        if (captured.isPresent()) {
          segments++;
          now = captured.get().nanos();
          accept(timer, captured.get(), taking);
        } else if (!taking && timer.answered()) {
          break;
        }
        if (taking && at - began > SLICE.toNanos() && due(segments) > at - began) {
          taking = false;
          deadline = at + ANSWERS.toNanos();
        }
      }
    } finally {
      synchronized (found) {
        timer.finish().forEach((server, timed) -> found.merge(server, timed, Exchanges::plus));
      }
    }
    return segments;
  }

  /** Nanoseconds in which that many segments are affordable. */
  private long due(long segments) {
    return segments * 1_000_000_000 / ((long) SEGMENTS_PER_SECOND * copies);
  }

  private void accept(ExchangeTimer timer, CapturedSegment captured, boolean taking) {
    Address from = captured.segment().source();
    Address to = captured.segment().destination();
    if (!strangers.contains(from.host()) && !strangers.contains(to.host())) {
      timer.accept(captured, servers.contains(to) ? to : from, taking);
    }
  }
}
