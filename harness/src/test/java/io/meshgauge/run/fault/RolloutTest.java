package io.meshgauge.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.load.LoadListener;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RolloutTest {
  private static final Duration TIME = Duration.ofMillis(100);
  private static final RolloutSettings DRAINED =
      new RolloutSettings(Optional.empty(), TIME, TIME, false);

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @Test
  void aProcessGetsTrafficAgainOnlyWhenItIsReadyAndTheNextOneFollows() {
    Instant start = Instant.now();

    List<Change> changes = changes(DRAINED, Duration.ofMillis(800), start, 0);

    assertThat(done.subList(0, 10))
        .containsExactly(
            "drain order",
            "stop order",
            "stop order ended",
            "restored",
            "drain order ended",
            "drain order-2",
            "stop order-2",
            "stop order-2 ended",
            "restored",
            "drain order-2 ended");
    assertThat(changes).hasSizeBetween(2, 4);
    assertThat(changes.get(0))
        .returns("drain", Change::kind)
        .satisfies(it -> assertThat(it.endMicros() - it.beginMicros()).isGreaterThan(100_000));
    assertThat(changes.get(1).beginMicros() - changes.get(0).endMicros()).isGreaterThan(99_000);
    assertThat(changes.get(changes.size() - 1).endMicros())
        .isLessThan(start.plusMillis(800).toEpochMilli() * 1000);
    assertThat(done).hasSize(5 * changes.size());
  }

  @Test
  void withoutADrainTheDataPlaneIsNotTold() {
    List<Change> changes = changes(DRAINED.undrained(), TIME, Instant.now(), 0);

    assertThat(changes).extracting(Change::kind).containsExactly("stop");
    assertThat(done).containsExactly("stop order", "stop order ended", "restored");
  }

  @Test
  void scalingEndsAllButOneTogetherAndStartsThemAgain() {
    RolloutSettings scaling = new RolloutSettings(Optional.empty(), TIME, TIME, true);

    List<Change> changes = changes(scaling, Duration.ofMillis(550), Instant.now(), 0);

    assertThat(changes)
        .extracting(Change::kind, Change::victim)
        .containsExactly(
            tuple("scale-in", "order-2, order-3"), tuple("scale-out", "order-2, order-3"));
    assertThat(changes.get(1).beginMicros() - changes.get(0).endMicros())
        .as("a pause with one process")
        .isGreaterThan(99_000);
    assertThat(done)
        .containsExactly(
            "drain order-2, order-3",
            "stop order-2, order-3",
            "stop order-2, order-3 ended",
            "restored",
            "drain order-2, order-3 ended");
  }

  @Test
  void noReplacementBeginsThatWouldOutlastTheWindow() {
    assertThat(changes(DRAINED, Duration.ofMillis(700), Instant.now(), 200)).hasSize(1);
  }

  @Test
  void aWindowThatIsTooShortForTheFirstIsSaid() {
    assertThatThrownBy(() -> changes(DRAINED, TIME, Instant.now(), 200))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("the replacement of order took")
        .hasMessageContaining("expected at most the window of 100 ms");
  }

  /**
   * @param millis until a process that was started is ready
   */
  private List<Change> changes(
      RolloutSettings settings, Duration window, Instant start, long millis) {
    try (Rollout rollout =
        new Rollout(
            LoadListener.SILENT,
            (processes, fault) -> outage(fault.key() + " " + String.join(", ", processes), millis),
            settings.scales()
                ? List.of("order", "order-2", "order-3")
                : List.of("order", "order-2"),
            settings,
            window,
            () -> done.add("restored"))) {
      rollout.measuring(start);
      return rollout.await();
    }
  }

  private Deployment.Outage outage(String what, long millis) {
    done.add(what);
    return () -> {
      pause(what.startsWith("stop") ? millis : 0);
      done.add(what + " ended");
    };
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
