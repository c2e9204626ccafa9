package io.meshgauge.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.experiment.change.FailoverSettings.Fault;
import io.meshgauge.load.LoadListener;
import io.meshgauge.platform.Deployment.Outage;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepeatedFaultTest {
  private static final Duration TIME = Duration.ofMillis(200);

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @Test
  void everyFaultIsEndedBeforeTheNextAndRecordedWithItsTimes() {
    Instant start = Instant.now().plusMillis(50);
    List<Change> changes;
    try (RepeatedFault fault = fault(2, () -> done.add("end"))) {
      fault.measuring(start);
      changes = fault.await();
    }

    assertThat(done)
        .containsExactly(
            "begin order-2 vanish", "end", "restored", "begin order-2 vanish", "end", "restored");
    long micros = start.toEpochMilli() * 1000;
    assertThat(changes).extracting(Change::victim).containsExactly("order-2", "order-2");
    assertThat(changes.get(1).beginMicros()).isGreaterThanOrEqualTo(micros + 400_000);
    assertThat(changes.get(1).endMicros()).isGreaterThanOrEqualTo(micros + 600_000);
  }

  @Test
  void aProcessThatIsNotReadyInTimeIsSaid() {
    try (RepeatedFault fault = fault(2, () -> pause(300))) {
      fault.measuring(Instant.now());

      assertThatThrownBy(fault::await)
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("order-2 was ready again")
          .hasMessageContaining("after fault 1 of 2; expected it within fault-off: 200 ms");
    }
    assertThat(done).hasSize(2);
  }

  @Test
  void afterTheLastFaultNothingWaitsForTheProcess() {
    try (RepeatedFault fault = fault(1, () -> pause(300))) {
      fault.measuring(Instant.now());

      assertThat(fault.await()).hasSize(1);
    }
  }

  @Test
  void closingInAFaultStartsNothingMore() {
    try (RepeatedFault fault = fault(9, () -> done.add("end"))) {
      fault.measuring(Instant.now());
      await().until(() -> !done.isEmpty());
    }
    int before = done.size();

    pause(300);

    assertThat(done).hasSize(before);
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private RepeatedFault fault(int faults, Outage outage) {
    return new RepeatedFault(
        LoadListener.SILENT,
        (victims, fault) -> {
          done.add("begin " + String.join(", ", victims) + " " + fault.key());
          return outage;
        },
        "order-2",
        new FailoverSettings(Fault.VANISH, Optional.empty(), TIME, TIME),
        faults,
        () -> done.add("restored"));
  }
}
