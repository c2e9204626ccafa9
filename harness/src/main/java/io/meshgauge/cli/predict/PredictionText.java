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
import io.meshgauge.report.ReportText;
import io.meshgauge.report.console.TextWrap;
import io.meshgauge.score.Prices;
import io.meshgauge.text.Messages;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints models and predictions for people. */
final class PredictionText {
  private static final double GIB = 1L << 30;

  /** Units of coefficients, by their size in shares, in seconds and in bytes. */
  private static final Map<String, Double> PARTS = Map.of("%", 1e-2, "ppm", 1e-6, "ppb", 1e-9);

  private static final Map<String, Double> TIMES =
      Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9);
  private static final Map<String, Double> SIZES =
      Map.of("MiB", 0x1p20, "KiB", 0x1p10, "bytes", 1.0);

  /** Widths of columns of names, unless a name is longer. */
  private static final int LEAST_FACTOR = 12;

  private static final int LEAST_NAME = 22;

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
      out.println(Messages.get("prediction.model", model.arm()));
      Map<String, String> ranges = new LinkedHashMap<>();
      for (Factor factor : Factor.values()) {
        String low = factor.text(model.range(factor).low());
        ranges.put(
            factor.words(),
            model.varied(factor)
                ? Amounts.range(low, factor.text(model.range(factor).high()))
                : Messages.get("prediction.not-varied", low));
      }
      lines(ranges, LEAST_FACTOR);
      model.fits().forEach((target, fit) -> fit(model, target, fit));
      if (model.fits().isEmpty()) {
        out.println("  ! " + Messages.get("prediction.nothing-fitted"));
      }
      out.println();
    }
  }

  /** A line for each name; values are below each other. */
  private void lines(Map<String, String> values, int least) {
    int width = Math.max(least, values.keySet().stream().mapToInt(String::length).max().orElse(0));
    values.forEach((name, value) -> out.printf("  %-" + width + "s %s%n", name, value));
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
                  : term + " " + coefficient(target, coefficient));
    }
    wrapped("  ", 6, "%s = %s".formatted(target.words(), terms));
    wrapped(
        "    ",
        6,
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
            .map(Term::words)
            .toList();
    if (!missing.isEmpty()) {
      wrapped("    ", 6, Messages.get("prediction.not-fitted", String.join(", ", missing)));
    }
  }

  private static String largest(Map<String, Double> residuals) {
    return residuals.entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Double.compare(Math.abs(a), Math.abs(b))))
        .map(it -> "%s (%s)".formatted(Amounts.change(it.getValue()), it.getKey()))
        .orElseGet(() -> Messages.get("prediction.no-residual"));
  }

  /** A coefficient in the largest unit that it reaches, for example {@code 22.0 ms CPU}. */
  private static String coefficient(Target target, double value) {
    Map<String, Double> units =
        switch (target.kind()) {
          case SHARE -> PARTS;
          case CORES, SECONDS -> TIMES;
          case BYTES -> SIZES;
        };
    Map.Entry<String, Double> unit =
        units.entrySet().stream()
            .filter(it -> Math.abs(value) >= it.getValue())
            .max(Map.Entry.comparingByValue())
            .orElseGet(() -> Collections.min(units.entrySet(), Map.Entry.comparingByValue()));
    return "%s %s%s"
        .formatted(
            Amounts.digits(value / unit.getValue()),
            unit.getKey(),
            target.kind() == Target.Kind.CORES ? " CPU" : "");
  }

  private void wrapped(String mark, int indent, String sentence) {
    TextWrap.lines(mark, indent, sentence, TextWrap.COLUMNS).forEach(out::println);
  }

  /** Predictions that were written before the points were measured, and what was measured. */
  void heldOut(HeldOut heldOut, List<Check> checks) {
    out.println(
        Messages.get(
            "prediction.held-out", ReportText.instant(heldOut.made()), heldOut.samples().size()));
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
    out.println(
        "  "
            + Messages.get(
                "prediction.errors",
                target.words(),
                Amounts.change(errors[errors.length / 2]),
                Amounts.change(errors[errors.length - 1]),
                held,
                checks.size()));
    for (Check check : checks) {
      String line =
          Messages.get(
              "prediction.check",
              "%-22s".formatted(check.point().variant()),
              "%-28s".formatted(amount(target, check.estimate())),
              "%-10s".formatted(number(target, check.measured())),
              Amounts.change(check.error()));
      out.println("    " + line + (check.held() ? "" : "  " + Messages.get("prediction.outside")));
    }
  }

  /** One prediction. */
  void prediction(Prediction prediction) {
    wrapped(
        "",
        2,
        Messages.get(
            "prediction.at",
            prediction.model().arm(),
            Arrays.stream(Factor.values())
                .map(it -> it.words() + " " + it.text(it.of(prediction.asked())))
                .collect(Collectors.joining(", "))));
    Map<String, String> rows = new LinkedHashMap<>();
    row(rows, Target.P50, prediction);
    row(rows, Target.P99, prediction);
    prediction
        .cpuPerRequest()
        .ifPresent(it -> rows.put(Messages.get("prediction.cpu"), scaled(it, 1e3, "ms")));
    row(rows, Target.CPU_DATA_PLANE, prediction);
    row(rows, Target.CPU_SYSTEM, prediction);
    prediction
        .coresToProvide(limit)
        .ifPresent(
            it ->
                rows.put(
                    Messages.get("prediction.cores-at", Amounts.share(limit)), scaled(it, 1, "")));
    row(rows, Target.MEMORY_SYSTEM, prediction);
    row(rows, Target.UTILISATION, prediction);
    row(rows, Target.CPU_LOAD, prediction);
    prediction
        .loadWorkers()
        .ifPresent(
            it ->
                rows.put(
                    Messages.get("prediction.load-workers"),
                    Amounts.fixed(it.value(), 0)
                        + " "
                        + between(Amounts.fixed(it.low(), 0), Amounts.fixed(it.high(), 0))));
    money(rows, prediction);
    lines(rows, LEAST_NAME);
    prediction.caveats().forEach(it -> wrapped("  ! ", 4, it));
    out.println();
  }

  private void money(Map<String, String> rows, Prediction prediction) {
    prices.ifPresent(
        it -> {
          prediction
              .perMonth(it, limit)
              .ifPresent(sum -> rows.put(Messages.get("prediction.month"), scaled(sum, 1, "")));
          prediction
              .perMillion(it, limit)
              .ifPresent(sum -> rows.put(Messages.get("prediction.million"), scaled(sum, 1, "")));
        });
  }

  /** The loads of studies as a table. */
  void studies(List<Prediction> predictions) {
    out.println(Messages.get("prediction.studies"));
    out.printf(
        "  %-28s %8s %-26s %-26s %-30s %-9s %s%n",
        Messages.get("prediction.arm"),
        "req/s",
        "p50",
        "p99",
        Messages.get("prediction.cores"),
        Messages.get("prediction.machines"),
        Messages.get("prediction.load-workers"));
    for (Prediction it : predictions) {
      out.printf(
          "  %-28s %8s %-26s %-26s %-30s %-9s %s%n",
          it.model().arm(),
          Amounts.fixed(it.asked().rate(), 0),
          text(Target.P50, it.of(Target.P50)),
          text(Target.P99, it.of(Target.P99)),
          text(Target.CPU_SYSTEM, it.coresToProvide(limit)),
          it.possible()
              ? Amounts.fixed(it.scale().machines(), 0)
              : Messages.get("prediction.no-machine"),
          it.loadWorkers().map(w -> Amounts.fixed(w.value(), 0)).orElse("?"));
    }
    predictions.stream()
        .collect(
            Collectors.groupingBy(it -> it.model().arm(), LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (arm, all) -> {
              out.printf("%n  %s%n", arm);
              for (Prediction it : all) {
                String rate = Amounts.fixed(it.asked().rate(), 0);
                it.caveats().forEach(caveat -> wrapped("  ! ", 4, rate + " req/s: " + caveat));
              }
            });
  }

  private static void row(Map<String, String> rows, Target target, Prediction prediction) {
    prediction.of(target).ifPresent(it -> rows.put(target.words(), amount(target, it)));
  }

  private static String scaled(Estimate it, double scale, String unit) {
    return "%s%s %s"
        .formatted(
            Amounts.digits(it.value() * scale),
            unit.isEmpty() ? "" : " " + unit,
            between(Amounts.digits(it.low() * scale), Amounts.digits(it.high() * scale)));
  }

  private static String text(Target target, Optional<Estimate> estimate) {
    return estimate
        .map(it -> amount(target, it))
        .orElseGet(() -> Messages.get("prediction.not-measured"));
  }

  private static String amount(Target target, Estimate it) {
    return number(target, it.value())
        + " "
        + between(digits(target, it.low()), digits(target, it.high()));
  }

  private static String between(String low, String high) {
    return "(" + Amounts.range(low, high) + ")";
  }

  private static String number(Target target, double value) {
    return switch (target.kind()) {
      case SHARE -> digits(target, value) + " %";
      case CORES -> Messages.get("prediction.in-cores", digits(target, value));
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
