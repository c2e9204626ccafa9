package io.meshgauge.sample.common.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.meshgauge.sample.common.peer.PeerFailure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventSenderTest {

  private static final EventSettings SETTINGS =
      new EventSettings(5, 2, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(300));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<List<Event>> delivered = new CopyOnWriteArrayList<>();
  private EventSender sender = sender(this::deliver);

  private EventSender sender(EventSink sink) {
    return new EventSender("order-1", SETTINGS, sink, registry);
  }

  private boolean deliver(List<Event> batch) {
    return delivered.add(new ArrayList<>(batch));
  }

  @AfterEach
  void stop() {
    sender.stop();
  }

  private void send(int events) {
    for (int i = 0; i < events; i++) {
      sender.send("order-placed", "o-" + i, "ann", 100);
    }
  }

  private double sent() {
    return registry.get("meshgauge.events.sent").counter().count();
  }

  private double lost(String reason) {
    return registry.get("meshgauge.events.lost").tag("reason", reason).counter().count();
  }

  @Test
  void whatDoesNotFitIsDroppedAndCounted() {
    send(8);

    assertThat(lost("queue-full")).isEqualTo(3);
    assertThat(registry.get("meshgauge.events.waiting").gauge().value()).isEqualTo(5);
  }

  @Test
  void everyEventArrivesOnceInBatchesNoLargerThanAllowed() {
    send(5);
    sender.start();

    await().until(() -> sent() == 5);
    assertThat(delivered).allSatisfy(batch -> assertThat(batch).hasSizeBetween(1, 2));
    Set<String> ids = new HashSet<>();
    delivered.forEach(batch -> batch.forEach(event -> ids.add(event.id())));
    assertThat(ids).hasSize(5);
  }

  @Test
  void aFailedBatchIsSentAgainUntilLoggingIsBack() {
    AtomicInteger attempts = new AtomicInteger();
    sender =
        sender(
            batch -> {
              if (attempts.incrementAndGet() <= 3) {
                throw new PeerFailure("logging", PeerFailure.Kind.UNREACHABLE, "away", null);
              }
              return deliver(batch);
            });
    send(1);
    sender.start();

    await().until(() -> sent() == 1);
    assertThat(attempts).hasValue(4);
    assertThat(lost("rejected")).isZero();
  }

  @Test
  void aBatchThatLoggingWillNeverTakeIsLostAndCounted() {
    sender = sender(batch -> false);
    send(1);
    sender.start();

    await().until(() -> lost("rejected") == 1);
    assertThat(sent()).isZero();
  }

  @Test
  void stoppingSendsWhatWaits() {
    send(5);
    sender.start();
    sender.stop();

    assertThat(sent()).isEqualTo(5);
    assertThat(lost("shutdown")).isZero();
  }

  @Test
  void stoppingCountsWhatCouldNotBeSentInTime() {
    sender =
        sender(
            batch -> {
              throw new PeerFailure("logging", PeerFailure.Kind.TIMEOUT, "slow", null);
            });
    send(5);
    sender.start();
    sender.stop();

    assertThat(lost("shutdown")).isEqualTo(5);
    assertThat(sender.send("late", "o", "ann", 1)).isFalse();
    assertThat(lost("shutdown")).isEqualTo(6);
  }

  @Test
  void aBatchHasEventsOfOneArmAndCarriesIt() {
    List<String> arms = new CopyOnWriteArrayList<>();
    sender =
        sender(
            batch -> {
              arms.add(batch.size() + " of " + PropagatedHeaders.current().values());
              return true;
            });
    for (String arm : List.of("00", "00", "01", "00")) {
      PropagatedHeaders headers =
          new PropagatedHeaders(
              Map.of("baggage", "meshgauge.arm=" + arm, "authorization", "Bearer t"));
      try (PropagatedHeaders.Scope scope = headers.enter()) {
        send(1);
      }
    }
    sender.start();

    await().until(() -> sent() == 4);
    assertThat(arms)
        .containsExactly(
            "2 of {baggage=meshgauge.arm=00}",
            "1 of {baggage=meshgauge.arm=01}",
            "1 of {baggage=meshgauge.arm=00}");
  }
}
