package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Hands out prepared segments. */
final class FakeSource implements PacketSource, PacketSource.Opener {
  final ConcurrentLinkedQueue<CapturedSegment> captured = new ConcurrentLinkedQueue<>();
  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  final AtomicInteger taken = new AtomicInteger();
  final AtomicInteger takenInFirstBurst = new AtomicInteger();
  volatile boolean endless;
  volatile long lost;
  volatile Address server = Address.loopback(8_080);

  @Override
  public PacketSource open(Set<Address> addresses) {
    opened.incrementAndGet();
    return this;
  }

  @Override
  public Optional<CapturedSegment> next(Duration patience) {
    if (endless) {
      taken.incrementAndGet();
      byte[] record = {23, 3, 3, 0, 1, 9};
      return Optional.of(
          new CapturedSegment(1, 0, 0, new Segment(Address.loopback(40_000), server, 1, record)));
    }
    CapturedSegment next = captured.poll();
    if (next == null) {
      LockSupport.parkNanos(patience.toNanos());
    }
    return Optional.ofNullable(next);
  }

  @Override
  public long lost() {
    return lost;
  }

  @Override
  public void close() {
    if (closed.get() == 0) {
      takenInFirstBurst.set(taken.get());
    }
    closed.incrementAndGet();
  }
}
