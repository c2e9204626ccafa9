package io.meshgauge.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.load.LoadListener;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RepeatedPolicyChangeTest {
  private static final EnforcementSettings SETTINGS =
      new EnforcementSettings(Duration.ofMillis(20));

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @Test
  void everyChangeBeginsFromTheOtherRuleAtEveryProxy() {
    List<Change> changes;
    try (RepeatedPolicyChange policy = policy(4, true)) {
      policy.measuring(Instant.now());
      changes = policy.await();
    }

    assertThat(done)
        .containsExactly(
            "ready false",
            "change true",
            "await true",
            "ready true",
            "change false",
            "await false",
            "ready false",
            "change true",
            "await true",
            "ready true",
            "change false",
            "await false",
            "closed");
    assertThat(changes).extracting(Change::kind).containsExactly("deny", "allow", "deny", "allow");
    assertThat(changes)
        .allSatisfy(
            it -> {
              assertThat(it.victim()).isEqualTo("1 proxies");
              assertThat(it.enforcedWithin()).isEqualTo(0.2);
              assertThat(it.endMicros()).isGreaterThanOrEqualTo(it.beginMicros());
            });
  }

  @Test
  void afterAProxyThatKeepsTheOldRuleNothingMoreIsChanged() {
    try (RepeatedPolicyChange policy = policy(4, false)) {
      policy.measuring(Instant.now());

      assertThat(policy.await()).hasSize(1);
    }
    assertThat(done).containsExactly("ready false", "change true", "await true", "closed");
  }

  @Test
  void aChangeThatIsRefusedIsTheReason() {
    RepeatedPolicyChange refused =
        new RepeatedPolicyChange(
            LoadListener.SILENT,
            denied -> {
              throw new PlatformException("no rights");
            },
            watch(true),
            SETTINGS,
            2);
    try (refused) {
      refused.measuring(Instant.now());

      assertThatThrownBy(refused::await).hasMessage("no rights");
    }
  }

  @Test
  void theControlHasTheSameTimesAndNoTransition() {
    try (UnchangedPolicy control = new UnchangedPolicy(LoadListener.SILENT, SETTINGS, 2)) {
      Instant start = Instant.now();
      control.measuring(start);

      List<Change> changes = control.await();

      assertThat(changes).extracting(Change::kind).containsExactly("none", "none");
      assertThat(changes.get(1).beginMicros())
          .isGreaterThanOrEqualTo(start.toEpochMilli() * 1000 + 20_000);
      assertThat(changes).allMatch(it -> it.transitions().isEmpty());
    }
  }

  private RepeatedPolicyChange policy(int changes, boolean complete) {
    return new RepeatedPolicyChange(
        LoadListener.SILENT,
        denied -> done.add("change " + denied),
        watch(complete),
        SETTINGS,
        changes);
  }

  private RuleWatch watch(boolean complete) {
    return new RuleWatch() {
      @Override
      public void ready(boolean denied, Duration limit) {
        done.add("ready " + denied);
      }

      @Override
      public List<Transition> transitions(boolean denied, long beginMicros, Duration limit) {
        done.add("await " + denied);
        return List.of(
            new Transition(
                "order",
                Connections.NEW,
                complete ? OptionalDouble.of(0.1) : OptionalDouble.empty(),
                OptionalDouble.of(0.2),
                complete ? 1 : 0.2,
                0.02,
                50,
                0));
      }

      @Override
      public void close() {
        done.add("closed");
      }
    };
  }
}
