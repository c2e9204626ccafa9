package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SampleSession;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.run.trial.SampleRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-7")
class BlockTest {
  private static final List<String> MESHES =
      List.of("baseline", "envoy", "istio-mtls", "istio-plaintext");

  @Test
  void blockHasEveryArmOnceForOneReplicateAndPlan() {
    List<Block> blocks = Block.of(experiment(7, "steady", "stress"));

    assertThat(blocks).hasSize(4);
    assertThat(blocks)
        .allSatisfy(
            block -> {
              assertThat(block.open())
                  .extracting(Trial::replicate)
                  .containsOnly(first(block).replicate());
              assertThat(block.open()).extracting(Trial::plan).containsOnly(first(block).plan());
              assertThat(names(block.open()))
                  .containsExactlyInAnyOrder(
                      "baseline", "envoy", "istio-mtls", "istio-plaintext", "baseline-again");
            });
  }

  @Test
  void armOrderOfEveryBlockIsDrawnFromTheSeed() {
    Set<List<String>> orders =
        LongStream.range(0, 20)
            .mapToObj(seed -> Block.of(experiment(seed, "steady", "stress")))
            .flatMap(List::stream)
            .map(block -> block.open().stream().map(trial -> trial.variant().name()).toList())
            .collect(Collectors.toSet());

    assertThat(orders).as("of 80 blocks, of 120 orders").hasSizeGreaterThan(40);
    assertThat(Block.of(experiment(7, "steady")).get(0).open())
        .isEqualTo(Block.of(experiment(7, "steady")).get(0).open());
  }

  @Test
  @Tag("rule-2")
  void armsOfABlockShareArrivalsAndBlocksDiffer() {
    Experiment experiment = experiment(7, "steady");

    assertThat(
            Block.of(experiment).stream()
                .map(
                    block ->
                        block.open().stream().map(experiment::seedOf).collect(Collectors.toSet())))
        .allSatisfy(seeds -> assertThat(seeds).hasSize(1))
        .doesNotHaveDuplicates();
  }

  @Test
  void onlyVoidTrialsAreRepeatedAndOnlyOnce() {
    for (Outcome outcome : Outcome.values()) {
      Block block = Block.of(experiment(7, "steady")).get(0);
      Trial trial = block.next().orElseThrow();

      assertThat(block.finished(run(trial, outcome))).isEqualTo(outcome == Outcome.VOID);
      assertThat(block.open().stream().filter(trial.at(0)::equals))
          .hasSize(outcome == Outcome.VOID ? 1 : 0);
    }
    assertThat(runs(experiment(7, "steady"), trial -> true)).hasSize(2 * 2 * 5);
  }

  @Test
  void soakIsNotRepeated() {
    Experiment soak = experiment(7, Plan.SOAK);
    Block block = Block.of(soak).get(0);
    Trial trial = block.next().orElseThrow();

    assertThat(block.finished(run(trial, Outcome.VOID))).isFalse();
    assertThat(block.open()).hasSize(4);
  }

  /** Regression: every repeat came after the last planned trial of its block. */
  @Test
  void repeatOfAFirstTrialIsUniformOverTheRemainingPositions() {
    Map<Integer, Long> places =
        LongStream.range(0, 2000)
            .mapToObj(BlockTest::placeOfTheFirstRepeat)
            .collect(Collectors.groupingBy(place -> place, TreeMap::new, Collectors.counting()));

    // Five places behind the first of five trials; 400 are expected of each, with a spread of 18.
    assertThat(places.keySet()).containsExactly(1, 2, 3, 4, 5);
    assertThat(places.values()).allMatch(count -> count > 320 && count < 480);
  }

  @Test
  void repeatsOfTheLastTrialsRunAtTheEnd() {
    Experiment experiment = experiment(7, "steady");
    Trial last = Block.of(experiment).get(0).open().get(4);

    assertThat(trials(runs(experiment, last.at(0)::equals)).subList(4, 6))
        .containsExactly(last.at(0), last.at(0));
  }

  @Test
  void resumedSessionRunsTheSameTrialsInTheSameOrder() {
    for (long seed = 0; seed < 40; seed++) {
      Experiment experiment = experiment(seed, "steady");
      Predicate<Trial> disturbed =
          trial -> Math.floorMod(trial.variant().name().hashCode() + trial.replicate(), 3) == 0;
      List<Run> whole = runs(experiment, disturbed);
      for (int done = 0; done < whole.size(); done++) {
        List<Run> before = whole.subList(0, done);
        RemainingTrials left = RemainingTrials.of(session(experiment, before));
        List<Run> after = new ArrayList<>(before);
        left.blocks().forEach(block -> finish(block, disturbed, after));

        assertThat(trials(after)).as("seed %d, %d done", seed, done).isEqualTo(trials(whole));
      }
      assertThat(RemainingTrials.of(session(experiment, whole)).isEmpty()).isTrue();
    }
  }

  /** Regression: a void trial whose harness died was never repeated. */
  @Test
  void voidTrialIsRepeatedAfterTheHarnessDied() {
    Experiment experiment = experiment(3, "steady");
    List<Run> whole = runs(experiment, trial -> false);
    List<Run> last = new ArrayList<>(whole.subList(0, whole.size() - 1));
    last.add(run(whole.get(whole.size() - 1).trial(), Outcome.VOID));

    RemainingTrials left = RemainingTrials.of(session(experiment, last));

    assertThat(left.isEmpty()).isFalse();
    assertThat(left.text()).isEqualTo("1 of 10 trials remain, repeats included");
  }

  private static int placeOfTheFirstRepeat(long seed) {
    Experiment experiment = experiment(seed, "steady");
    Trial first = first(Block.of(experiment).get(0)).at(0);
    return trials(runs(experiment, first::equals)).subList(1, 6).indexOf(first) + 1;
  }

  /** The runs of an experiment in which some trials are void whenever they run. */
  private static List<Run> runs(Experiment experiment, Predicate<Trial> isVoid) {
    List<Run> runs = new ArrayList<>();
    Block.of(experiment).forEach(block -> finish(block, isVoid, runs));
    return runs;
  }

  private static void finish(Block block, Predicate<Trial> isVoid, List<Run> runs) {
    for (Optional<Trial> next = block.next(); next.isPresent(); next = block.next()) {
      Outcome outcome = isVoid.test(next.get().at(0)) ? Outcome.VOID : Outcome.VALID;
      Run run = run(next.get().at(runs.size() + 1), outcome);
      runs.add(run);
      block.finished(run);
    }
  }

  private static Session session(Experiment experiment, List<Run> runs) {
    return SampleSession.of(experiment, runs);
  }

  private static Experiment experiment(long seed, String... plans) {
    return new Experiment(
        "blocks",
        PlatformKind.LOCAL,
        MESHES.stream().map(Variant::plain).toList(),
        Stream.of(plans)
            .map(name -> new Plan(name, Duration.ofMinutes(10), new TreeMap<>()))
            .toList(),
        new Protocol(2, OptionalDouble.of(100), "poisson", 100, 16, 1, true),
        List.of(),
        seed);
  }

  private static Trial first(Block block) {
    return block.open().get(0);
  }

  private static Set<String> names(List<Trial> trials) {
    return trials.stream().map(trial -> trial.variant().name()).collect(Collectors.toSet());
  }

  private static List<Trial> trials(List<Run> runs) {
    return runs.stream().map(run -> run.trial().at(0)).toList();
  }

  private static Run run(Trial trial, Outcome outcome) {
    return SampleRuns.run(trial, outcome);
  }
}
