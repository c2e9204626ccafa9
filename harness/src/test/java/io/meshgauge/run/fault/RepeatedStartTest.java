package io.meshgauge.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.evidence.enforcement.EnforcementException;
import io.meshgauge.evidence.enforcement.EnforcementProof;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.enforcement.StartProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.load.LoadListener;
import io.meshgauge.platform.Deployment.StartedPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RepeatedStartTest {
  private static final StartSettings SETTINGS =
      new StartSettings(Optional.empty(), Duration.ofMillis(20));

  /** Longer than a busy machine takes to begin. */
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private boolean late;
  private OptionalDouble plaintext = OptionalDouble.empty();

  @Test
  void everyPodIsGoneBeforeTheNextAndItsStepsAreCountedFromItsCreation() {
    List<Change> changes = changes(OptionalDouble.of(3.5));

    assertThat(done.subList(0, 6))
        .containsExactly(
            "create order", "probe 10.0.0.7", "answers", "probe ends", "gone", "create order");
    assertThat(done).endsWith("gone");
    assertThat(changes)
        .isNotEmpty()
        .allSatisfy(
            it -> {
              assertThat(it.kind()).isEqualTo("start");
              assertThat(it.answeredWithin()).isEqualTo(3.5);
              assertThat(it.steps()).containsOnlyKeys(StartStep.CREATED, StartStep.ANSWERED);
              assertThat(it.steps().get(StartStep.CREATED)).isBetween(0.25, 0.5);
            });
  }

  @Test
  void aPodThatNeverAnswersIsTheReasonAndIsDeleted() {
    late = true;

    assertThatThrownBy(() -> changes(OptionalDouble.empty()))
        .isInstanceOf(EnforcementException.class)
        .hasMessageContaining("no answer");

    assertThat(done)
        .containsExactly("create order", "probe 10.0.0.7", "answers", "probe ends", "gone");
  }

  @Test
  void aPodThatAnswersInPlaintextOnlyIsEvidenceAndHasNoTime() {
    late = true;
    plaintext = OptionalDouble.of(2);

    List<Change> changes = changes(OptionalDouble.empty());

    assertThat(changes.get(0).steps()).doesNotContainKey(StartStep.ANSWERED);
    assertThat(changes.get(0).answeredWithin()).isZero();
    assertThat(StartProof.evidence(changes.subList(0, 1)))
        .singleElement()
        .returns(Verdict.DISPROVEN, Evidence::verdict)
        .returns(
            "3 of 200 answered, the first 2.00 s after the pod was created, for at most 3000 ms",
            Evidence::observed);
  }

  @Test
  void noAnswerInPlaintextIsProven() {
    List<Change> changes = changes(OptionalDouble.of(3.5));

    assertThat(StartProof.evidence(changes.subList(0, 1)))
        .singleElement()
        .returns(Verdict.PROVEN, Evidence::verdict)
        .returns("none of 200 requests to 1 new pods", Evidence::observed);
    assertThat(EnforcementProof.evidence(changes)).isEmpty();
  }

  private List<Change> changes(OptionalDouble first) {
    try (RepeatedStart start =
        new RepeatedStart(
            LoadListener.SILENT,
            this::pod,
            host -> watch(host, first),
            "order",
            SETTINGS,
            WINDOW)) {
      start.measuring(Instant.now());
      return start.await();
    }
  }

  private static Transition transition(Connections connections, OptionalDouble first, long wrong) {
    return new Transition("order", connections, first, OptionalDouble.empty(), 5, 0.02, 200, wrong);
  }

  private StartedPod pod(String service) {
    done.add("create " + service);
    long created = Change.now() + 250_000;
    return new StartedPod() {
      @Override
      public String host() {
        return "10.0.0.7";
      }

      @Override
      public SortedMap<StartStep, Long> reached() {
        return new TreeMap<>(Map.of(StartStep.CREATED, created));
      }

      @Override
      public void close() {
        done.add("gone");
      }
    };
  }

  private RuleWatch watch(String host, OptionalDouble first) {
    done.add("probe " + host);
    return new RuleWatch() {
      @Override
      public void ready(boolean denied, Duration limit) {
        done.add("answers");
        assertThat(limit).as("ends before the window").isLessThan(WINDOW);
        if (late) {
          throw new EnforcementException("no answer");
        }
      }

      @Override
      public List<Transition> transitions(boolean denied, long beginMicros, Duration limit) {
        return List.of(
            transition(Connections.KEPT, first, 150),
            transition(Connections.PLAINTEXT, plaintext, plaintext.isPresent() ? 197 : 200));
      }

      @Override
      public void close() {
        done.add("probe ends");
      }
    };
  }
}
