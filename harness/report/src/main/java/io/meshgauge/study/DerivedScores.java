package io.meshgauge.study;

import io.meshgauge.measure.Amounts;
import io.meshgauge.score.Criterion;
import io.meshgauge.study.CompositeFit.Row;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.study.Study.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What can be said of the points, composites and index of a study, with the arithmetic. */
record DerivedScores(
    Study study,
    List<ScoreFit> fits,
    List<CompositeFit> composites,
    List<EfficiencyTerms> efficiency) {

  List<Recomputation> all() {
    List<Recomputation> found = new ArrayList<>();
    fits.forEach(it -> found.add(fit(it)));
    composites.forEach(it -> found.addAll(composite(it)));
    study.claims().efficiency().ifPresent(it -> found.addAll(index(it)));
    return found;
  }

  private Recomputation fit(ScoreFit fit) {
    Quantity quantity = fit.quantity();
    String subject = "Points of " + quantity.title();
    String place = study.about().file() + ":" + fit.line();
    if (!fit.reproduced()) {
      String why =
          fit.witness()
              .map(
                  pair ->
                      "; %s and %s are between 0 and 1, where points fall strictly: %s at %s and %s at %s"
                          .formatted(
                              pair.get(0).system(),
                              pair.get(1).system(),
                              points(pair.get(0).printed()),
                              figure(quantity, pair.get(0).value()),
                              points(pair.get(1).printed()),
                              figure(quantity, pair.get(1).value())))
              .orElse("");
      return new Recomputation(
          State.CONTRADICTED,
          subject,
          "no target and budget give them: the best line misses the points of a system by %s more than rounding explains%s"
              .formatted(Amounts.fixed(fit.excess(), 4), why),
          place);
    }
    return new Recomputation(
        State.REPRODUCED,
        subject,
        fit.criterion()
            .map(it -> "%s gives %s".formatted(formula(it, quantity), gives(it, fit)))
            .orElse("a line fits them, but not one line alone: too few points lie between 0 and 1"),
        place);
  }

  private static String formula(Criterion criterion, Quantity quantity) {
    return "%s = %s"
        .formatted(
            quantity.moreIsBetter()
                ? "floor %s, ceiling %s %s"
                    .formatted(
                        Arithmetic.plain(criterion.zero()),
                        Arithmetic.plain(criterion.full()),
                        quantity.unit())
                : "target %s, budget %s %s"
                    .formatted(
                        Arithmetic.plain(criterion.full()),
                        Arithmetic.plain(criterion.zero() - criterion.full()),
                        quantity.unit()),
            criterion.formula());
  }

  private static String gives(Criterion criterion, ScoreFit fit) {
    return String.join(
        ", ",
        fit.rows().stream()
            .map(
                row ->
                    "%s %s (printed %s)"
                        .formatted(
                            row.system(),
                            Amounts.fixed(criterion.points(row.value().mean()), 3),
                            points(row.printed())))
            .toList());
  }

  private List<Recomputation> composite(CompositeFit fit) {
    List<Recomputation> found = new ArrayList<>();
    String title = study.quantity(fit.composite().composite()).title();
    String place = study.about().file() + ":" + fit.composite().line();
    if (fit.isWhole()) {
      found.add(
          Recomputation.of(
              fit.reproduced(),
              title,
              "the weights %s give %s"
                  .formatted(weights(fit.composite().weights()), sums(fit.rows(), Row::asGiven)),
              place));
    } else {
      found.add(
          new Recomputation(
              State.CONTRADICTED,
              title,
              ("the weights %s sum to %s, not to 1. As given they yield %s: %s. Divided by their sum"
                      + " they yield %s: %s")
                  .formatted(
                      weights(fit.composite().weights()),
                      Arithmetic.plain(fit.composite().sum()),
                      sums(fit.rows(), Row::asGiven),
                      matches(fit.givenMatches(), fit.rows().size()),
                      sums(fit.rows(), Row::normalised),
                      matches(fit.normalisedMatches(), fit.rows().size())),
              place));
    }
    if (!fit.reproduced() && fit.impossible()) {
      found.add(
          new Recomputation(
              State.CONTRADICTED,
              title + ", any weights",
              "all weights of 0 or more with the sum 1 leave a deviation of %s in at least one system; rounding explains %s"
                  .formatted(Amounts.fixed(fit.deviation(), 4), Amounts.fixed(fit.rounding(), 4)),
              place));
    }
    String printed = order(fit.rows(), it -> it.printed().mean());
    String computed = order(fit.rows(), Row::normalised);
    if (!fit.reproduced() && !printed.equals(computed)) {
      found.add(
          new Recomputation(
              State.CONTRADICTED,
              title + ", order",
              "printed %s; the printed points and weights give %s".formatted(printed, computed),
              place));
    }
    return found;
  }

  private static String matches(List<String> systems, int of) {
    return systems.isEmpty()
        ? "none of %d as printed".formatted(of)
        : "as printed only %s of %d".formatted(String.join(", ", systems), of);
  }

  private String weights(Map<String, Double> weights) {
    return String.join(
        " / ",
        weights.entrySet().stream()
            .map(
                it ->
                    "%s %s"
                        .formatted(
                            study.quantity(it.getKey()).title(), Arithmetic.plain(it.getValue())))
            .toList());
  }

  private static String sums(List<Row> rows, ToDoubleFunction<Row> sum) {
    return String.join(
        ", ",
        rows.stream()
            .map(
                it ->
                    "%s %s (printed %s)"
                        .formatted(
                            it.system(),
                            Amounts.fixed(sum.applyAsDouble(it), 3),
                            points(it.printed())))
            .toList());
  }

  private static String order(List<Row> rows, ToDoubleFunction<Row> by) {
    return String.join(
        " > ",
        rows.stream().sorted(Comparator.comparingDouble(by).reversed()).map(Row::system).toList());
  }

  private List<Recomputation> index(Claims.Efficiency claim) {
    List<Recomputation> found = new ArrayList<>();
    String place = study.about().file() + ":" + claim.line();
    if (claim.factors().isEmpty()) {
      found.add(
          new Recomputation(
              State.NOT_COMPUTABLE,
              "Index E = α/L_p99 + β·T + γ/O",
              "its factors α, β and γ are not printed",
              place));
    }
    double share =
        efficiency.stream()
            .mapToDouble(it -> it.terms().throughput() / it.terms().sum())
            .min()
            .orElse(0);
    if (share > 0.99) {
      found.add(
          new Recomputation(
              State.NOT_COMPUTABLE,
              claim.factors().isEmpty() ? "Index E with all factors 1" : "Index E",
              "β·T is at least %s %% of E for every system, so that E ranks by throughput alone"
                  .formatted(Amounts.fixed(100 * share, 2)),
              place));
    }
    return found;
  }

  private static String points(Value value) {
    return Amounts.fixed(value.mean(), value.printed().decimals());
  }

  private static String figure(Quantity quantity, Value value) {
    return (Arithmetic.plain(value.mean()) + " " + quantity.unit()).strip();
  }
}
