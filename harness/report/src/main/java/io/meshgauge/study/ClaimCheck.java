package io.meshgauge.study;

import io.meshgauge.stats.Interval;
import io.meshgauge.study.ClaimedRange.Agreement;
import io.meshgauge.study.Claims.Statement;
import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Value.Replicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A claim of a study's text next to the study's own figures.
 *
 * @param statement the claim
 * @param group load of the figures; empty without figures, or if the study does not divide them
 * @param figure a ratio or a printed figure, as the claim; empty without figures
 * @param interval where it lies: 95 % if it rests on a spread, else that of the rounding; of
 *     replicates the lowest and the highest; empty without figures
 */
public record ClaimCheck(
    Statement statement, String group, OptionalDouble figure, Optional<Interval> interval) {

  static List<ClaimCheck> all(Study study) {
    List<ClaimCheck> all = new ArrayList<>();
    for (Statement statement : study.claims().statements()) {
      List<ClaimCheck> found =
          study.groups().stream()
              .map(Group::name)
              .filter(it -> statement.group().orElse(it).equals(it))
              .flatMap(it -> of(study, statement, it).stream())
              .toList();
      all.addAll(
          found.isEmpty()
              ? List.of(new ClaimCheck(statement, "", OptionalDouble.empty(), Optional.empty()))
              : found);
    }
    return all;
  }

  /** What the figures say of the claim; empty if there are none. */
  public Optional<Agreement> agreement() {
    return interval.map(statement.range()::of);
  }

  private static Optional<ClaimCheck> of(Study study, Statement statement, String group) {
    Optional<Value> to = study.value(group, statement.system(), statement.quantity());
    if (statement.against().isEmpty()) {
      return to.map(
          it ->
              new ClaimCheck(
                  statement, group, OptionalDouble.of(it.mean()), Optional.of(range(it))));
    }
    Quantity quantity = study.quantity(statement.quantity());
    return study
        .value(group, statement.against().get(), statement.quantity())
        .filter(it -> to.isPresent() && quantity.kind().hasRatio())
        .map(it -> StudyContrast.of(study, it, to.orElseThrow()))
        .filter(it -> it.ratio().isPresent())
        .map(
            it ->
                new ClaimCheck(statement, group, it.ratio(), it.interval().or(() -> rounding(it))));
  }

  private static Interval range(Value value) {
    if (value.replicates().isEmpty()) {
      return new Interval(value.mean() - value.rounding(), value.mean() + value.rounding());
    }
    double[] all = value.replicates().stream().mapToDouble(Replicate::value).sorted().toArray();
    return new Interval(all[0], all[all.length - 1]);
  }

  /** The ratios that round to the printed means; empty if one of these can be 0. */
  private static Optional<Interval> rounding(StudyContrast contrast) {
    Value from = contrast.from();
    Value to = contrast.to();
    return from.mean() > from.rounding()
        ? Optional.of(
            new Interval(
                (to.mean() - to.rounding()) / (from.mean() + from.rounding()),
                (to.mean() + to.rounding()) / (from.mean() - from.rounding())))
        : Optional.empty();
  }
}
