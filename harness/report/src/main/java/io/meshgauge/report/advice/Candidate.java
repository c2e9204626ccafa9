package io.meshgauge.report.advice;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A mesh that a use may choose.
 *
 * @param variant its name
 * @param label its name, marked if it is a model
 * @param model the mesh whose topology it models; empty if it is the product itself
 * @param evidence counts of its guarantees, all runs and places together
 * @param costs differences from the baseline, in the order of the profile's criteria
 * @param checks of promises, objectives and limits, in this order
 * @param score under the profile's weights, 0 to 1; empty if it has none
 * @param range scores of the lowest and highest run, or of the ends of a prediction
 */
public record Candidate(
    String variant,
    String label,
    Optional<String> model,
    List<Promises.Count> evidence,
    List<Cost> costs,
    List<Check> checks,
    OptionalDouble score,
    Optional<Interval> range) {
  /** Beginning of the subjects of evidence about the hop on which the load enters. */
  private static final String ENTRY = Topology.LOAD + " → ";

  public Candidate {
    evidence = List.copyOf(evidence);
    costs = List.copyOf(costs);
    checks = List.copyOf(checks);
  }

  /** Whether something that a profile demands holds. */
  public enum State {
    MEETS,
    /** The data do not decide. */
    UNDECIDED,
    FAILS
  }

  /**
   * Something that is demanded.
   *
   * @param words what was found, with numbers, to follow the name of the arm
   * @param turn where an objective or limit would be judged otherwise; empty if that is not known
   */
  public record Check(State state, String words, Optional<Turn> turn) {
    static Check fails(String words) {
      return new Check(State.FAILS, words, Optional.empty());
    }
  }

  /**
   * Where a limit would have to be so that a check ends otherwise.
   *
   * @param at in what the limit bounds
   * @param what that value is
   */
  public record Turn(UsageProfile.Limit limit, double at, String what) {}

  /**
   * A difference from the baseline, measured or predicted.
   *
   * @param added in the metric's unit
   * @param interval 95 % interval; empty below three blocks
   * @param verdict of the comparison; empty for a prediction
   */
  public record Cost(
      Metric metric, double added, Optional<Interval> interval, Optional<Verdict> verdict) {
    static Cost of(Comparison found) {
      Difference added = found.difference();
      return new Cost(
          found.metric(), added.absolute(), added.interval(), Optional.of(found.verdict()));
    }

    /** For example {@code p99 +2.62 ms [0.65 5.16] (+)}. */
    public String words() {
      return metric.brief()
          + " "
          + Amounts.difference(metric.unit(), added)
          + interval
              .map(
                  it ->
                      " "
                          + Amounts.bracketed(
                              it.low(), it.high(), end -> Amounts.number(metric.unit(), end)))
              .orElseGet(() -> " " + Messages.get("advice.no-interval"))
          + verdict.map(it -> " (" + it.symbol() + ")").orElse("");
    }

    /** Whether no block differs, as where neither arm had an error. */
    boolean none() {
      return added == 0 && interval.filter(it -> it.low() == 0 && it.high() == 0).isPresent();
    }

    /** Whether it is worse than the baseline, by the test. */
    boolean worse() {
      return verdict
          .filter(it -> it == (metric.moreIsBetter() ? Verdict.LOWER : Verdict.HIGHER))
          .isPresent();
    }

    /** Whether it is better than the baseline, by the test or by the whole prediction. */
    boolean better() {
      return verdict
          .map(it -> it.differs() && !worse())
          .orElseGet(() -> interval.filter(it -> it.high() < 0).isPresent());
    }
  }

  /** The worst state of all checks. */
  public State state() {
    return checks.stream().map(Check::state).max(Comparator.naturalOrder()).orElse(State.MEETS);
  }

  /** What does not hold, or is not decided. */
  public List<String> obstacles() {
    State state = state();
    return state == State.MEETS
        ? List.of()
        : checks.stream().filter(it -> it.state() == state).map(Check::words).toList();
  }

  /** Why it is not recommended although none is better; empty if nothing is undecided. */
  Optional<String> doubt() {
    return state() == State.UNDECIDED
        ? Optional.of(Messages.get("advice.first-but", scoreWords(), ReportText.list(obstacles())))
        : Optional.empty();
  }

  Candidate scored(Composite found) {
    return new Candidate(
        variant,
        label,
        model,
        evidence,
        costs,
        checks,
        OptionalDouble.of(found.score()),
        found.runs());
  }

  /** A recommendation of it; that of a model is one of its topology, and says what it lacks. */
  String recommended(String words) {
    return model
        .map(mesh -> Messages.area("advice").containsKey("lacks-" + mesh) ? mesh : "other")
        .map(mesh -> Messages.get("advice.lacks-" + mesh))
        .map(lacks -> Messages.get("advice.recommended-topology", words, lacks))
        .orElse(words);
  }

  /** Its name with its score, for example {@code envoy, score 0.84 [0.82 0.86]}. */
  String scoreWords() {
    return score.isEmpty()
        ? label
        : Messages.get(
            "advice.scored", label, Amounts.fixed(score.getAsDouble(), 2) + rangeWords());
  }

  private String rangeWords() {
    return range
        .map(it -> " " + Amounts.bracketed(it.low(), it.high(), end -> Amounts.fixed(end, 2)))
        .orElse("");
  }

  String costWords() {
    boolean some = costs.stream().anyMatch(it -> !it.none());
    return costs.stream()
        .filter(it -> !some || !it.none())
        .map(Cost::words)
        .collect(Collectors.joining(", "));
  }

  /** Counts of the promises that a profile requires; without any, of all that were observed. */
  String evidenceWords(List<Promise> required) {
    List<String> counts =
        evidence.stream()
            .filter(it -> required.isEmpty() || required.contains(it.promise()))
            .map(Promises.Count::words)
            .toList();
    return counts.isEmpty() ? Messages.get("advice.no-evidence") : ReportText.list(counts);
  }

  /** What it adds to the baseline, with what is proven of it, a sentence. */
  String adds(UsageProfile profile) {
    return Messages.get(
        "advice.adds", scoreWords(), costWords(), evidenceWords(profile.requires()));
  }

  /** The costs that a profile weighs or limits, as far as they are known. */
  static List<Cost> costs(UsageProfile profile, Function<Metric, Optional<Cost>> known) {
    Stream<Metric> limited = profile.limits().stream().map(UsageProfile.Limit::metric);
    return Stream.concat(profile.weighed().stream(), limited)
        .distinct()
        .flatMap(it -> known.apply(it).stream())
        .toList();
  }

  /** Checks of the promises that a profile requires, of the runs of an arm. */
  static List<Check> promises(UsageProfile profile, Arm arm) {
    List<Promises.Line> lines = Promises.of(arm);
    int runs = arm.valid().size();
    Optional<Promises.Line> unproven = lines.stream().filter(Promises.Line::broken).findFirst();
    if (unproven.isPresent()) {
      Promises.Line line = unproven.get();
      String found =
          Messages.get(
              "advice.unverified",
              ReportText.of(line.promise()),
              line.subject(),
              line.proven(),
              ReportText.count(line.observed(), "run"));
      return List.of(Check.fails(found));
    }
    List<Check> checks = new ArrayList<>();
    if (arm.isModel() && profile.demands().realOnly()) {
      checks.add(Check.fails(Messages.get("advice.only-a-model")));
    }
    for (Promise promise : profile.requires()) {
      List<Promises.Line> own =
          lines.stream()
              .filter(it -> it.promise() == promise)
              .filter(it -> !profile.demands().atEntry() || it.subject().startsWith(ENTRY))
              .toList();
      List<Promises.Line> gaps =
          own.stream().filter(it -> it.observed() < runs || !it.held()).toList();
      String name = ReportText.of(promise);
      if (own.isEmpty()) {
        checks.add(
            Check.fails(
                Messages.get(
                    profile.demands().atEntry()
                        ? "advice.promises-not-at-the-entry"
                        : "advice.promises-not",
                    name)));
      } else if (!gaps.isEmpty()) {
        checks.add(
            Check.fails(
                Messages.get(
                    "advice.proven-partly",
                    name,
                    gaps.get(0).subject(),
                    gaps.get(0).proven(),
                    ReportText.count(runs, "run"))));
      } else {
        checks.add(new Check(State.MEETS, Messages.get("advice.proven", name), Optional.empty()));
      }
    }
    return checks;
  }
}
