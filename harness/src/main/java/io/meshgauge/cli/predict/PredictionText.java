package io.meshgauge.cli.predict;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.predict.CostModel;
import io.meshgauge.predict.Estimate;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.HeldOut;
import io.meshgauge.predict.HeldOut.Check;
import io.meshgauge.predict.Prediction;
import io.meshgauge.predict.Target;
import io.meshgauge.predict.TargetFit;
import io.meshgauge.predict.Term;
import io.meshgauge.score.Prices;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints models and predictions for people. */
final class PredictionText {
  private static final double GIB = 1L << 30;

  private final PrintStream out;
  private final double limit;
  private final Optional<Prices> prices;

  /**
   * @param limit use of a machine that is not to be exceeded
   */
  PredictionText(PrintStream out, double limit, Optional<Prices> prices) {
    this.out = out;
    this.limit = limit;
    this.prices = prices;
  }

  /** What was fitted, with the residuals. */
  void models(List<CostModel> models) {
    for (CostModel model : models) {
      out.printf("Model of %s%n", model.arm());
      for (Factor factor : Factor.values()) {
        boolean varied = model.varied(factor);
        double low = model.range(factor).low();
        out.printf(
            "  %-12s %s%n",
            factor.words(),
            varied
                ? "%s to %s".formatted(factor.text(low), factor.text(model.range(factor).high()))
                : "not varied: " + factor.text(low));
      }
      model.fits().forEach((target, fit) -> fit(model, target, fit));
      if (model.fits().isEmpty()) {
        out.printf("  ! nothing is fitted: an arm needs two valid deployments%n");
      }
      out.println();
    }
  }

  private void fit(CostModel model, Target target, TargetFit fit) {
    StringBuilder terms = new StringBuilder();
    for (int i = 0; i < fit.terms().size(); i++) {
      double coefficient = fit.coefficients().get(i);
      terms
          .append(i == 0 ? "" : ", ")
          .append(fit.terms().get(i).words())
          .append(coefficient == 0 ? " none found" : " " + coefficient(target, coefficient));
    }
    out.printf("  %s = %s%n", target.words(), terms);
    out.printf(
        Locale.ROOT,
        "    residuals: standard deviation %.1f %% of points and %.1f %% of blocks, largest %s, %d points, %.1f degrees of freedom%n",
        100 * fit.fit().deviation(),
        100 * fit.fit().blockDeviation(),
        largest(fit.residuals()),
        fit.samples().size(),
        fit.fit().freedom());
    List<String> missing =
        model.missing(target).stream()
            .filter(term -> term != Term.CHECK || model.varied(Factor.RULES))
            .map(Term::words)
            .toList();
    if (!missing.isEmpty()) {
      out.printf(
          "    not fitted, since nothing here distinguishes them: %s%n",
          String.join(", ", missing));
    }
  }

  private static String largest(Map<String, Double> residuals) {
    return residuals.entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Double.compare(Math.abs(a), Math.abs(b))))
        .map(it -> "%s (%s)".formatted(Amounts.change(it.getValue()), it.getKey()))
        .orElse("none");
  }

  private static String coefficient(Target target, double value) {
    double scaled = target.kind() == Target.Kind.BYTES ? value : value * 1e6;
    String unit =
        switch (target.kind()) {
          case SHARE -> "e-6";
          case CORES -> "us CPU";
          case BYTES -> "bytes";
          case SECONDS -> "us";
        };
    return String.format(Locale.ROOT, "%.3g %s", scaled, unit);
  }

  /** Predictions that were written before the points were measured, and what was measured. */
  void heldOut(HeldOut heldOut, List<Check> checks) {
    out.printf(
        "Held-out points, predicted at %s from %d deployments, before they were measured%n",
        heldOut.made(), heldOut.samples().size());
    for (HeldOut.Point point : heldOut.points()) {
      out.printf("  %-24s %s%n", point.variant(), conditions(point));
    }
    Map<Target, List<Check>> byTarget =
        checks.stream()
            .collect(Collectors.groupingBy(Check::target, LinkedHashMap::new, Collectors.toList()));
    for (Target target : Target.values()) {
      List<Check> of = byTarget.getOrDefault(target, List.of());
      if (!of.isEmpty()) {
        table(target, of);
      }
    }
    out.println();
  }

  private static String conditions(HeldOut.Point point) {
    return Arrays.stream(Factor.values())
        .filter(it -> it != Factor.HOPS && it != Factor.SERVICES)
        .map(it -> it.words() + " " + it.text(it.of(point.conditions())))
        .collect(Collectors.joining(", "));
  }

  private void table(Target target, List<Check> checks) {
    double[] errors = checks.stream().mapToDouble(it -> Math.abs(it.error())).sorted().toArray();
    long held = checks.stream().filter(Check::held).count();
    out.printf(
        "  %s: median error %s, largest %s; %d of %d within their interval%n",
        target.words(),
        Amounts.change(errors[errors.length / 2]),
        Amounts.change(errors[errors.length - 1]),
        held,
        checks.size());
    for (Check check : checks) {
      out.printf(
          "    %-22s predicted %-28s measured %-10s %s%s%n",
          check.point().variant(),
          amount(target, check.estimate()),
          number(target, check.measured()),
          Amounts.change(check.error()),
          check.held() ? "" : "  outside");
    }
  }

  /** One prediction. */
  void prediction(Prediction prediction) {
    out.printf(
        "%s at %s%n",
        prediction.model().arm(),
        Arrays.stream(Factor.values())
            .map(it -> it.words() + " " + it.text(it.of(prediction.asked())))
            .collect(Collectors.joining(", ")));
    row("response time p50", Target.P50, prediction.of(Target.P50));
    row("response time p99", Target.P99, prediction.of(Target.P99));
    prediction.cpuPerRequest().ifPresent(it -> line("CPU per request", it, 1e3, "ms"));
    row("CPU of proxies", Target.CPU_DATA_PLANE, prediction.of(Target.CPU_DATA_PLANE));
    row("CPU of both", Target.CPU_SYSTEM, prediction.of(Target.CPU_SYSTEM));
    prediction
        .coresToProvide(limit)
        .ifPresent(it -> line("cores at %s use".formatted(Amounts.share(limit)), it, 1, ""));
    row("memory of both", Target.MEMORY_SYSTEM, prediction.of(Target.MEMORY_SYSTEM));
    row("machine busy", Target.UTILISATION, prediction.of(Target.UTILISATION));
    row("CPU of load workers", Target.CPU_LOAD, prediction.of(Target.CPU_LOAD));
    prediction.loadWorkers().ifPresent(it -> line("load workers", it, 1, "of one core"));
    money(prediction);
    prediction.caveats().forEach(it -> out.printf("  ! %s%n", it));
    out.println();
  }

  private void money(Prediction prediction) {
    prices.ifPresent(
        it -> {
          prediction.perMonth(it, limit).ifPresent(sum -> line("price of a month", sum, 1, ""));
          prediction
              .perMillion(it, limit)
              .ifPresent(sum -> line("price of a million", sum, 1, "(requests)"));
        });
  }

  /** The loads of studies as a table. */
  void studies(List<Prediction> predictions) {
    out.printf(
        "Loads of the studies, 450 connections; 95 %% prediction intervals in brackets%n  %-28s %8s %-26s %-26s %-30s %-9s %s%n",
        "arm", "req/s", "p50", "p99", "cores", "machines", "load workers");
    for (Prediction it : predictions) {
      out.printf(
          "  %-28s %8s %-26s %-26s %-30s %-9s %s%n",
          it.model().arm(),
          Amounts.fixed(it.asked().rate(), 0),
          text(Target.P50, it.of(Target.P50)),
          text(Target.P99, it.of(Target.P99)),
          text(Target.CPU_SYSTEM, it.coresToProvide(limit)),
          it.possible() ? Amounts.fixed(it.scale().machines(), 0) : "none",
          it.loadWorkers().map(w -> Amounts.fixed(w.value(), 0)).orElse("?"));
    }
    predictions.stream()
        .collect(
            Collectors.groupingBy(it -> it.model().arm(), LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (arm, all) -> {
              out.printf("%n  %s%n", arm);
              all.forEach(
                  it ->
                      it.caveats()
                          .forEach(
                              caveat ->
                                  out.printf(
                                      "  ! %s req/s: %s%n",
                                      Amounts.fixed(it.asked().rate(), 0), caveat)));
            });
  }

  private void row(String name, Target target, Optional<Estimate> estimate) {
    estimate.ifPresent(it -> out.printf("  %-22s %s%n", name, amount(target, it)));
  }

  private void line(String name, Estimate it, double scale, String unit) {
    out.printf(
        "  %-22s %s %s (%s to %s)%n",
        name,
        Amounts.digits(it.value() * scale),
        unit,
        Amounts.digits(it.low() * scale),
        Amounts.digits(it.high() * scale));
  }

  private static String text(Target target, Optional<Estimate> estimate) {
    return estimate.map(it -> amount(target, it)).orElse("not measured");
  }

  private static String amount(Target target, Estimate it) {
    return "%s (%s to %s)"
        .formatted(number(target, it.value()), digits(target, it.low()), digits(target, it.high()));
  }

  private static String number(Target target, double value) {
    return switch (target.kind()) {
      case SHARE -> digits(target, value) + " %";
      case CORES -> digits(target, value) + " cores";
      case BYTES -> digits(target, value) + " GiB";
      case SECONDS -> digits(target, value) + " ms";
    };
  }

  private static String digits(Target target, double value) {
    return Amounts.digits(
        target.kind() == Target.Kind.BYTES
            ? value / GIB
            : Amounts.scaled(
                target.kind() == Target.Kind.SECONDS
                    ? Unit.SECONDS
                    : target.kind() == Target.Kind.SHARE ? Unit.RATIO : Unit.COUNT,
                value));
  }
}
