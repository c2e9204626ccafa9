package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static final Plan STEADY = new Plan("baseline", Duration.ofSeconds(10), new TreeMap<>());
  private static final Plan PEAKS = new Plan("stress", Duration.ofSeconds(10), new TreeMap<>());

  @Test
  void aBlockIsOneReplicateUnderOnePlan() {
    List<Trial> trials =
        List.of(
            trial(1, 1, "baseline", STEADY),
            trial(2, 1, "envoy", STEADY),
            trial(3, 1, "envoy", PEAKS),
            trial(4, 1, "baseline", PEAKS),
            trial(5, 2, "envoy", STEADY));

    assertThat(Block.of(trials))
        .extracting(block -> block.trials().stream().map(Trial::position).toList())
        .containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    assertThat(Block.of(List.of())).isEmpty();
  }

  @Test
  void onlyVoidTrialsAreRepeatedInTheirOrder() {
    Trial first = trial(1, 1, "baseline", STEADY);
    Trial second = trial(2, 1, "envoy", STEADY);
    Trial third = trial(3, 1, "istio-mtls", STEADY);
    Trial fourth = trial(4, 1, "istio-plaintext", STEADY);
    Block block = new Block(List.of(first, second, third, fourth));

    List<Trial> again =
        block.again(
            List.of(
                run(first, Outcome.VOID),
                run(second, Outcome.VALID),
                run(third, Outcome.UNVERIFIED),
                run(fourth, Outcome.VOID)));

    assertThat(again).containsExactly(first, fourth);
  }

  @Test
  void aSoakIsNotRepeated() {
    Plan soak = new Plan(Plan.SOAK, Duration.ofHours(24), new TreeMap<>());
    Trial trial = trial(1, 1, "envoy", soak);

    assertThat(new Block(List.of(trial)).again(List.of(run(trial, Outcome.VOID)))).isEmpty();
  }

  private static Trial trial(int position, int replicate, String mesh, Plan plan) {
    return new Trial(position, replicate, Variant.plain(mesh), plan);
  }

  private static Run run(Trial trial, Outcome outcome) {
    return SampleDrafts.run(trial, outcome);
  }
}
