package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.predict.Conditions;
import io.meshgauge.predict.CostModel;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.HeldOut;
import io.meshgauge.predict.HeldOut.Check;
import io.meshgauge.predict.Prediction;
import io.meshgauge.predict.Target;
import io.meshgauge.predict.TargetFit;
import io.meshgauge.predict.Term;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.table.Cell;
import io.meshgauge.report.table.Columns;
import io.meshgauge.score.Prices;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Cost models and their predictions, for a terminal of 120 columns. */
public final class PredictionText {
  /** Factors that a point of a sweep sets by itself. */
  private static final Set<Factor> SET =
      EnumSet.complementOf(EnumSet.of(Factor.HOPS, Factor.SERVICES));

  private final Page page = new Page(false);
  private final double limit;
  private final Optional<Prices> prices;

  /**
   * @param limit use of a machine that is not to be exceeded
   */
  public PredictionText(double limit, Optional<Prices> prices) {
    this.limit = limit;
    this.prices = prices;
  }

  /** All that was added so far. */
  public String text() {
    return page.text();
  }

  /** What was fitted, with the residuals. */
  public void models(List<CostModel> models) {
    for (CostModel model : models) {
      page.title(Messages.get("prediction.model", model.arm()));
      page.table(
          new Columns<Factor>()
              .text("prediction.factor", Factor::words)
              .text("prediction.measured", factor -> range(model, factor))
              .table("", "", List.of(Factor.values())));
      model.fits().forEach((target, fit) -> fit(model, target, fit));
      if (model.fits().isEmpty()) {
        page.bullet(Style.DIM, "!", Messages.get("prediction.nothing-fitted"));
      }
      page.blank();
    }
  }

  private static String range(CostModel model, Factor factor) {
    Interval range = model.range(factor);
    String low = factor.text(range.low());
    return model.varied(factor)
        ? Amounts.range(low, factor.text(range.high()))
        : Messages.get("prediction.not-varied", low);
  }

  private void fit(CostModel model, Target target, TargetFit fit) {
    StringBuilder terms = new StringBuilder();
    for (int i = 0; i < fit.terms().size(); i++) {
      double coefficient = fit.coefficients().get(i);
      String term = fit.terms().get(i).words();
      terms
          .append(i == 0 ? "" : ", ")
          .append(
              coefficient == 0
                  ? Messages.get("prediction.none-found", term)
                  : term + " " + target.kind().coefficient(coefficient));
    }
    page.bullet(Style.DIM, "-", "%s = %s".formatted(target.words(), terms));
    page.bullet(
        Style.DIM,
        "   ",
        Messages.get(
            "prediction.residuals",
            100 * fit.fit().deviation(),
            100 * fit.fit().blockDeviation(),
            largest(fit.residuals()),
            fit.samples().size(),
            fit.fit().freedom()));
    List<String> missing =
        model.missing(target).stream()
            .filter(term -> term != Term.CHECK || model.varied(Factor.RULES))
            .filter(term -> term != Term.CONFIGURED || model.varied(Factor.CONFIGURED))
            .map(Term::words)
            .toList();
    if (!missing.isEmpty()) {
      page.bullet(
          Style.DIM, "   ", Messages.get("prediction.not-fitted", String.join(", ", missing)));
    }
  }

  private static String largest(Map<String, Double> residuals) {
    return residuals.entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Double.compare(Math.abs(a), Math.abs(b))))
        .map(it -> "%s (%s)".formatted(Amounts.change(it.getValue()), it.getKey()))
        .orElseGet(() -> Messages.get("prediction.no-residual"));
  }

  /** Predictions that were written before the points were measured, and what was measured. */
  public void heldOut(HeldOut heldOut, List<Check> checks) {
    page.title(
        Messages.get(
            "prediction.held-out", ReportText.instant(heldOut.made()), heldOut.samples().size()));
    for (HeldOut.Point point : heldOut.points()) {
      page.bullet(Style.DIM, "-", point.variant() + ": " + conditions(point.conditions(), SET));
    }
    for (Target target : Target.values()) {
      List<Check> of = checks.stream().filter(it -> it.target() == target).toList();
      if (!of.isEmpty()) {
        checks(target, of);
      }
    }
    page.blank();
  }

  private static String conditions(Conditions conditions, Set<Factor> factors) {
    return factors.stream()
        .map(it -> it.words() + " " + it.text(it.of(conditions)))
        .collect(Collectors.joining(", "));
  }

  private void checks(Target target, List<Check> checks) {
    double[] errors = checks.stream().mapToDouble(it -> Math.abs(it.error())).sorted().toArray();
    page.plain(
        Messages.get(
            "prediction.errors",
            target.words(),
            Amounts.change(errors[errors.length / 2]),
            Amounts.change(errors[errors.length - 1]),
            checks.stream().filter(Check::held).count(),
            checks.size()));
    page.table(
        new Columns<Check>()
            .cell(Cell.EMPTY, check -> Cell.of("  " + check.point().variant()))
            .text("prediction.predicted", check -> target.kind().text(check.estimate()))
            .text("prediction.measured", check -> target.kind().number(check.measured()))
            .text("prediction.error", check -> Amounts.change(check.error()))
            .cell(
                Cell.EMPTY,
                check -> Cell.of(check.held() ? "" : Messages.get("prediction.outside")))
            .table("", "", checks));
  }

  /** One prediction. */
  public void prediction(Prediction prediction) {
    page.title(
        Messages.get(
            "prediction.at",
            prediction.model().arm(),
            conditions(prediction.requested(), EnumSet.allOf(Factor.class))));
    page.table(
        new Columns<Prediction.Amount>()
            .text("prediction.quantity", Prediction.Amount::title)
            .text("prediction.predicted", Prediction.Amount::text)
            .table("", "", prediction.amounts(limit, prices)));
    prediction.caveats().forEach(it -> page.bullet(Style.DIM, "!", it));
    page.blank();
  }

  /** The loads of studies as a table. */
  public void studies(List<Prediction> predictions) {
    page.title(Messages.get("prediction.studies"));
    page.table(
        new Columns<Prediction>()
            .text("prediction.arm", it -> it.model().arm())
            .value(Cell.of("req/s"), it -> Cell.of(rate(it)))
            .cell(Cell.of("p50"), it -> Cell.of(amount(it, Target.P50.key())))
            .cell(Cell.of("p99"), it -> Cell.of(amount(it, Target.P99.key())))
            .text("prediction.cores", it -> amount(it, Prediction.CORES_TO_PROVIDE))
            .number(
                "prediction.machines",
                it ->
                    it.possible()
                        ? Amounts.fixed(it.scale().machines(), 0)
                        : Messages.get("prediction.no-machine"))
            .number(
                "prediction.load-workers",
                it -> it.loadWorkers().map(w -> Amounts.fixed(w.value(), 0)).orElse("?"))
            .table("", "", predictions));
    String last = "";
    for (Prediction it : predictions) {
      if (!it.caveats().isEmpty() && !it.model().arm().equals(last)) {
        last = it.model().arm();
        page.blank();
        page.title(last);
      }
      it.caveats().forEach(caveat -> page.bullet(Style.DIM, "!", rate(it) + " req/s: " + caveat));
    }
  }

  private static String rate(Prediction prediction) {
    return Amounts.fixed(prediction.requested().rate(), 0);
  }

  private String amount(Prediction prediction, String key) {
    return prediction.amounts(limit, prices).stream()
        .filter(it -> it.key().equals(key))
        .map(Prediction.Amount::text)
        .findFirst()
        .orElseGet(() -> Messages.get("prediction.not-measured"));
  }
}
