package io.meshgauge.study;

import io.meshgauge.measure.Amounts;
import io.meshgauge.score.Criterion;
import io.meshgauge.study.CompositeFit.Row;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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
    String text =
        fit.reproduced()
            ? fit.criterion()
                .map(it -> Messages.get("study.line", formula(it, quantity), gives(it, fit)))
                .orElseGet(() -> Messages.get("study.many-lines"))
            : Messages.get(
                "study.no-line",
                Amounts.fixed(fit.excess(), 4),
                fit.witness().map(it -> why(quantity, it.get(0), it.get(1))).orElse(""));
    return Recomputation.of(
        fit.reproduced(),
        Messages.get("study.points-of", quantity.title()),
        text,
        study.claim(fit.line()));
  }

  private static String why(Quantity quantity, ScoreFit.Row better, ScoreFit.Row worse) {
    return Messages.get(
        "study.points-do-not-fall",
        better.system(),
        worse.system(),
        points(better.printed()),
        figure(quantity, better.value()),
        points(worse.printed()),
        figure(quantity, worse.value()));
  }

  private static String formula(Criterion criterion, Quantity quantity) {
    return "%s = %s"
        .formatted(
            quantity.moreIsBetter()
                ? Messages.get(
                    "study.floor",
                    Arithmetic.plain(criterion.zero()),
                    Arithmetic.plain(criterion.full()),
                    quantity.unit())
                : Messages.get(
                    "study.target",
                    Arithmetic.plain(criterion.full()),
                    Arithmetic.plain(criterion.zero() - criterion.full()),
                    quantity.unit()),
            criterion.formula());
  }

  private static String gives(Criterion criterion, ScoreFit fit) {
    return fit.rows().stream()
        .map(it -> computed(it.system(), criterion.points(it.value().mean()), it.printed()))
        .collect(Collectors.joining(", "));
  }

  private List<Recomputation> composite(CompositeFit fit) {
    List<Recomputation> found = new ArrayList<>();
    String title = study.quantity(fit.composite().composite()).title();
    String place = study.claim(fit.composite().line());
    String weights = weights(fit.composite().weights());
    String given = sums(fit.rows(), Row::asGiven);
    found.add(
        Recomputation.of(
            fit.reproduced(),
            title,
            fit.isWhole()
                ? Messages.get("study.weights-give", weights, given)
                : Messages.get(
                    "study.weights-not-one",
                    weights,
                    Arithmetic.plain(fit.composite().sum()),
                    given,
                    matches(fit.givenMatches(), fit.rows().size()),
                    sums(fit.rows(), Row::normalised),
                    matches(fit.normalisedMatches(), fit.rows().size())),
            place));
    if (!fit.reproduced() && fit.impossible()) {
      found.add(
          Recomputation.of(
              false,
              Messages.get("study.any-weights", title),
              Messages.get(
                  "study.no-weights",
                  Amounts.fixed(fit.deviation(), 4),
                  Amounts.fixed(fit.rounding(), 4)),
              place));
    }
    String printed = order(fit.rows(), it -> it.printed().mean());
    String computed = order(fit.rows(), Row::normalised);
    if (!fit.reproduced() && !printed.equals(computed)) {
      found.add(
          Recomputation.of(
              false,
              Messages.get("study.order", title),
              Messages.get("study.other-order", printed, computed),
              place));
    }
    return found;
  }

  private static String matches(List<String> systems, int of) {
    return systems.isEmpty()
        ? Messages.get("study.none-matches", of)
        : Messages.get("study.some-match", String.join(", ", systems), of);
  }

  private String weights(Map<String, Double> weights) {
    return weights.entrySet().stream()
        .map(it -> study.quantity(it.getKey()).title() + " " + Arithmetic.plain(it.getValue()))
        .collect(Collectors.joining(" / "));
  }

  private static String sums(List<Row> rows, ToDoubleFunction<Row> sum) {
    return rows.stream()
        .map(it -> computed(it.system(), sum.applyAsDouble(it), it.printed()))
        .collect(Collectors.joining(", "));
  }

  private static String computed(String system, double points, Value printed) {
    return Messages.get("study.computed", system, Amounts.fixed(points, 3), points(printed));
  }

  private static String order(List<Row> rows, ToDoubleFunction<Row> by) {
    return String.join(
        " > ",
        rows.stream().sorted(Comparator.comparingDouble(by).reversed()).map(Row::system).toList());
  }

  private List<Recomputation> index(Claims.Efficiency claim) {
    List<Recomputation> found = new ArrayList<>();
    String place = study.claim(claim.line());
    if (claim.factors().isEmpty()) {
      found.add(
          new Recomputation(
              State.NOT_COMPUTABLE,
              Messages.get("study.index-formula"),
              Messages.get("study.no-factors"),
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
              claim.factors().isEmpty()
                  ? Messages.get("study.index-of-ones")
                  : Messages.get("study.index"),
              Messages.get("study.throughput-alone", Amounts.fixed(100 * share, 2)),
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
