package io.meshgauge.study;

import io.meshgauge.measure.Amounts;
import io.meshgauge.study.Claims.Quotient;
import io.meshgauge.text.Messages;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Printed amounts per volume of data, from the amount and the volume. */
record Quotients(Study study, Quotient quotient) {
  private static final double GB = 1e9;
  private static final double GIB = 1L << 30;
  private static final double PERCENT = 100;
  private static final int DIGITS = 4;

  List<Recomputation> all() {
    List<Recomputation> found = new ArrayList<>();
    for (Value printed : study.values(quotient.quantity())) {
      Optional<Value> of = study.value(printed.group(), printed.system(), quotient.of());
      Optional<Value> per = study.value(printed.group(), printed.system(), quotient.per());
      if (of.isPresent() && per.filter(it -> it.mean() > it.rounding()).isPresent()) {
        found.add(check(printed, of.get(), per.get()));
      }
    }
    return found;
  }

  private Recomputation check(Value printed, Value of, Value per) {
    String unit = study.quantity(quotient.per()).unit();
    String amount = Arithmetic.plain(of.mean());
    String volume = Arithmetic.plain(per.mean());
    String figure = Amounts.fixed(printed.mean(), printed.printed().decimals());
    boolean follows;
    String text;
    if (quotient.segment().isEmpty()) {
      follows = follows(printed, of, per, 1);
      text = Messages.get("study.quotient", amount, volume, unit, range(of, per, 1), figure);
    } else {
      double segment = quotient.segment().getAsDouble();
      double decimal = PERCENT * segment / GB;
      double binary = PERCENT * segment / GIB;
      follows =
          (unit.equals("GB") && follows(printed, of, per, decimal))
              || follows(printed, of, per, binary);
      text =
          Messages.get(
              "study.lost-share",
              amount,
              Arithmetic.plain(segment),
              volume,
              range(of, per, decimal),
              range(of, per, binary),
              figure);
    }
    return Recomputation.of(
        follows,
        Messages.get("study.of", study.quantity(quotient.quantity()).title(), printed.system()),
        text,
        study.place(printed.printed().line()));
  }

  private static boolean follows(Value printed, Value of, Value per, double factor) {
    double rounding = printed.rounding() * (1 + 1e-9);
    return printed.mean() + rounding >= low(of, per, factor)
        && printed.mean() - rounding <= high(of, per, factor);
  }

  private static double low(Value of, Value per, double factor) {
    return factor * (of.mean() - of.rounding()) / (per.mean() + per.rounding());
  }

  private static double high(Value of, Value per, double factor) {
    return factor * (of.mean() + of.rounding()) / (per.mean() - per.rounding());
  }

  /** Over the rounding of both, with as many digits as tell small shares apart. */
  private static String range(Value of, Value per, double factor) {
    return Amounts.range(number(low(of, per, factor)), number(high(of, per, factor)));
  }

  private static String number(double value) {
    return value == 0
        ? "0"
        : new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString();
  }
}
