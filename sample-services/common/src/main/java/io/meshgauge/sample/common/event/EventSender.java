package io.meshgauge.sample.common.event;

import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.meshgauge.sample.common.peer.PeerFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The outgoing queue of events: never blocks the request that created an event, is bounded, sends
 * in batches of one arm, backs off while logging is unreachable, and counts lost events.
 *
 * <p>Counters: {@code meshgauge.events.sent} (accepted by logging) and {@code
 * meshgauge.events.lost} with {@code reason} queue-full, rejected or shutdown. Offered = sent +
 * lost + waiting, always.
 */
public final class EventSender implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(EventSender.class);
  private static final int MAX_BACK_OFF_FACTOR = 50;
  private static final long POLL_INTERVAL_MILLIS = 100;

  private final String source;
  private final EventSettings settings;
  private final EventSink sink;
  private final BlockingQueue<Queued> queue;
  private final Counter sent;
  private final Counter lostQueueFull;
  private final Counter lostRejected;
  private final Counter lostShutdown;
  private final AtomicLong sequence = new AtomicLong();
  private final String idPrefix;
  // Not an interrupt, which would cancel a request in progress.
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile long flushDeadlineNanos;
  private volatile @Nullable Thread worker;

  /** An event, and the arm that its request named. */
  private record Queued(Event event, PropagatedHeaders arm) {}

  /**
   * @param source this replica's name
   * @param settings bounds and pauses
   * @param sink where batches go
   * @param registry counts sent and lost events
   */
  public EventSender(
      String source, EventSettings settings, EventSink sink, MeterRegistry registry) {
    this.source = source;
    this.settings = settings;
    this.sink = sink;
    this.queue = new ArrayBlockingQueue<>(settings.capacity());
    this.idPrefix = source + "-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    this.sent = registry.counter("meshgauge.events.sent");
    this.lostQueueFull = registry.counter("meshgauge.events.lost", "reason", "queue-full");
    this.lostRejected = registry.counter("meshgauge.events.lost", "reason", "rejected");
    this.lostShutdown = registry.counter("meshgauge.events.lost", "reason", "shutdown");
    Gauge.builder("meshgauge.events.waiting", queue, BlockingQueue::size).register(registry);
  }

  /**
   * Queues an event of the current request; returns at once.
   *
   * @return false if the queue is full; the event is then lost and counted
   */
  public boolean send(String kind, String orderId, String subject, long amountCents) {
    PropagatedHeaders headers = PropagatedHeaders.current();
    String trace = headers.values().getOrDefault("traceparent", "");
    Event event =
        new Event(
            idPrefix + sequence.incrementAndGet(),
            TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()),
            source,
            kind,
            orderId,
            subject,
            amountCents,
            trace.length() > 256 ? "" : trace);
    boolean taken = !stopping() && queue.offer(new Queued(event, headers.armOnly()));
    if (!taken) {
      (stopping() ? lostShutdown : lostQueueFull).increment();
    }
    return taken;
  }

  @Override
  public void start() {
    Thread thread = new Thread(this::run, "events");
    thread.setDaemon(true);
    worker = thread;
    thread.start();
  }

  /** Sends queued events for at most the flush time; the rest is lost and counted. */
  @Override
  public void stop() {
    Thread thread = worker;
    if (thread == null) {
      return;
    }
    flushDeadlineNanos = System.nanoTime() + settings.flush().toNanos();
    stopping.countDown();
    try {
      thread.join(settings.flush().toMillis() + 500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    worker = null;
  }

  @Override
  public boolean isRunning() {
    return worker != null;
  }

  /** Starts before and stops after the servers, whose last requests still create events. */
  @Override
  public int getPhase() {
    return 0;
  }

  private void run() {
    List<Queued> batch = new ArrayList<>(settings.batch());
    try {
      int failures = 0;
      while (!finished(batch)) {
        fill(batch);
        if (!batch.isEmpty()) {
          failures = deliver(batch) ? 0 : failures + 1;
          if (failures > 0) {
            backOff(failures);
          }
        }
      }
    } catch (InterruptedException killed) {
      Thread.currentThread().interrupt();
    }
    lostShutdown.increment((double) batch.size() + queue.size());
    queue.clear();
  }

  private boolean stopping() {
    return stopping.getCount() == 0;
  }

  private boolean finished(List<Queued> batch) {
    if (!stopping()) {
      return false;
    }
    return (batch.isEmpty() && queue.isEmpty()) || System.nanoTime() > flushDeadlineNanos;
  }

  /**
   * Fills the batch up with events of its arm; a failed batch is retried together with new events.
   */
  private void fill(List<Queued> batch) throws InterruptedException {
    if (batch.isEmpty() && !stopping()) {
      Queued first = queue.poll(POLL_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      if (first == null) {
        return;
      }
      batch.add(first);
      pause(settings.linger().toMillis());
    }
    // Only this thread takes from the queue, so the head stays what it was.
    for (Queued next = queue.peek(); fits(next, batch); next = queue.peek()) {
      batch.add(Objects.requireNonNull(queue.poll()));
    }
  }

  private boolean fits(@Nullable Queued next, List<Queued> batch) {
    return next != null
        && batch.size() < settings.batch()
        && (batch.isEmpty() || next.arm().equals(batch.get(0).arm()));
  }

  private boolean deliver(List<Queued> batch) {
    List<Event> events = batch.stream().map(Queued::event).toList();
    try (PropagatedHeaders.Scope scope = batch.get(0).arm().enter()) {
      (sink.accept(events) ? sent : lostRejected).increment(batch.size());
      batch.clear();
      return true;
    } catch (PeerFailure later) {
      LOG.debug("events wait: {}", later.getMessage());
      return false;
    } catch (RuntimeException bug) {
      LOG.warn("{} events cannot be sent and are dropped", batch.size(), bug);
      lostRejected.increment(batch.size());
      batch.clear();
      return true;
    }
  }

  private void backOff(int failures) throws InterruptedException {
    long first = settings.backOff().toMillis();
    long ceiling = Math.min(first << Math.min(failures - 1, 10), first * MAX_BACK_OFF_FACTOR);
    long jittered = ceiling / 2 + ThreadLocalRandom.current().nextLong(ceiling / 2 + 1);
    if (stopping()) {
      Thread.sleep(Math.min(jittered, first));
    } else {
      pause(jittered);
    }
  }

  /** Waits, at most until the stop. */
  private void pause(long millis) throws InterruptedException {
    if (stopping.await(millis, TimeUnit.MILLISECONDS)) {
      LOG.debug("woken up to flush");
    }
  }
}
