package io.meshgauge.study;

import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.EffectSize;
import io.meshgauge.stats.Holm;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.Verdict;
import io.meshgauge.stats.Welch;
import io.meshgauge.study.Study.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One system of a study against another, by one quantity.
 *
 * <p>The samples are independent: a study redeploys between systems and has no blocks. The ratio is
 * that of the geometric means of the replicates, or of the printed means; its interval is Welch's
 * on the scale of logarithms, with the delta method where only means and deviations are printed.
 * Two systems differ if Welch's p, adjusted by Holm over the systems of one quantity and group, is
 * below 5 %; else they are equivalent if the 90 % interval of the ratio lies within ±5 %.
 *
 * @param basis what the interval rests on
 * @param ratio of {@code to} over {@code from}; empty if a figure is not above 0
 * @param interval 95 %, of the ratio; empty without a basis
 * @param tests empty if the study printed neither deviations nor replicates, or nothing varies
 * @param adjustedP of Welch's test; empty without tests
 */
public record StudyContrast(
    Quantity quantity,
    Value from,
    Value to,
    Basis basis,
    OptionalDouble ratio,
    Optional<Interval> interval,
    Optional<Tests> tests,
    OptionalDouble adjustedP) {

  /** What the interval of a difference rests on. */
  public enum Basis {
    REPLICATES,
    DEVIATIONS,
    /** Printed half-widths, the largest of a range, taken for those of 95 % intervals of means. */
    HALF_WIDTHS,
    /** Only means are printed: no interval. */
    MEANS
  }

  /**
   * Tests of two samples.
   *
   * @param welch of the means
   * @param logarithms of the means of logarithms; empty if a figure is not above 0
   * @param effect Cohen's d and Hedges' g
   * @param effectInterval 95 %, of Hedges' g
   */
  public record Tests(
      Welch welch, Optional<Welch> logarithms, EffectSize effect, Interval effectInterval) {}

  /** The contrast of two figures of the same quantity and group. */
  public static StudyContrast of(Study study, Value from, Value to) {
    Quantity quantity = study.quantity(to.quantity());
    boolean positive = positive(from) && positive(to);
    OptionalDouble ratio = positive ? OptionalDouble.of(to.mean() / from.mean()) : none();
    Optional<Moments> before = from.moments();
    Optional<Moments> after = to.moments();
    if (before.isPresent() && after.isPresent()) {
      Optional<Welch> logarithms = positive ? Welch.of(logs(from), logs(to)) : Optional.empty();
      return new StudyContrast(
          quantity,
          from,
          to,
          from.replicates().isEmpty() ? Basis.DEVIATIONS : Basis.REPLICATES,
          positive ? OptionalDouble.of(Math.exp(logs(to).mean() - logs(from).mean())) : none(),
          logarithms.map(Welch::interval).flatMap(StudyContrast::exponential),
          tests(before.get(), after.get(), logarithms),
          none());
    }
    Optional<Interval> assumed =
        ratio.isEmpty()
            ? Optional.empty()
            : reach(study, from)
                .flatMap(it -> reach(study, to).flatMap(other -> assumed(from, it, to, other)));
    Basis basis = assumed.isPresent() ? Basis.HALF_WIDTHS : Basis.MEANS;
    return new StudyContrast(quantity, from, to, basis, ratio, assumed, Optional.empty(), none());
  }

  /** A figure that is printed as a change in per cent over a baseline. */
  public static StudyContrast ofChange(Quantity quantity, Value change) {
    OptionalDouble ratio = OptionalDouble.of(1 + change.mean() / 100);
    return new StudyContrast(
        quantity, change, change, Basis.MEANS, ratio, Optional.empty(), Optional.empty(), none());
  }

  /** The same contrasts with p adjusted by Holm over all of them. */
  static List<StudyContrast> family(List<StudyContrast> contrasts) {
    double[] adjusted =
        Holm.adjust(
            contrasts.stream()
                .flatMap(it -> it.tests.stream())
                .mapToDouble(it -> it.welch().p())
                .toArray());
    List<StudyContrast> family = new ArrayList<>();
    int next = 0;
    for (StudyContrast it : contrasts) {
      family.add(it.tests.isPresent() ? it.adjusted(adjusted[next++]) : it);
    }
    return family;
  }

  private StudyContrast adjusted(double p) {
    return new StudyContrast(
        quantity, from, to, basis, ratio, interval, tests, OptionalDouble.of(p));
  }

  /** What can be said of the two; empty if there is no interval. */
  public Optional<Verdict> verdict() {
    if (tests.isEmpty()) {
      return interval.map(
          it -> it.low() > 1 ? Verdict.HIGHER : it.high() < 1 ? Verdict.LOWER : Verdict.UNDECIDED);
    }
    if (adjustedP.orElse(1) < Comparison.LEVEL) {
      return Optional.of(to.mean() > from.mean() ? Verdict.HIGHER : Verdict.LOWER);
    }
    double margin = Math.log1p(Comparison.MARGIN);
    boolean equivalent =
        tests
            .get()
            .logarithms()
            .map(it -> it.interval(1 - 2 * Comparison.LEVEL))
            .filter(it -> it.low() >= -margin && it.high() <= margin)
            .isPresent();
    return Optional.of(equivalent ? Verdict.EQUIVALENT : Verdict.UNDECIDED);
  }

  /** The smallest |ratio − 1| that such samples tell from 0 in 80 % of studies. */
  public OptionalDouble detectable() {
    return tests
        .flatMap(Tests::logarithms)
        .map(it -> OptionalDouble.of(Math.expm1(it.detectable(Comparison.LEVEL, Difference.POWER))))
        .orElse(none());
  }

  private static Optional<Tests> tests(Moments from, Moments to, Optional<Welch> logarithms) {
    Optional<EffectSize> effect = EffectSize.of(from, to);
    return Welch.of(from, to)
        .flatMap(
            welch ->
                effect.map(it -> new Tests(welch, logarithms, it, it.interval(from.n(), to.n()))));
  }

  private static boolean positive(Value value) {
    return value.mean() > 0 && Arrays.stream(value.all()).allMatch(it -> it > 0);
  }

  private static Moments logs(Value value) {
    return value.replicates().isEmpty()
        ? value.moments().orElseThrow().logarithms()
        : Moments.of(Arrays.stream(value.all()).map(Math::log).toArray());
  }

  /** Empty if the spread is so large that the upper end is beyond all numbers. */
  private static Optional<Interval> exponential(Interval logarithms) {
    double high = Math.exp(logarithms.high());
    return Double.isFinite(high)
        ? Optional.of(new Interval(Math.exp(logarithms.low()), high))
        : Optional.empty();
  }

  /** The largest printed half-width of a mean; empty if none is printed. */
  private static Optional<Double> reach(Study study, Value value) {
    return study.claims().halfWidth(value.quantity(), value.system()).map(Claims.HalfWidth::high);
  }

  private static Optional<Interval> assumed(Value from, double before, Value to, double after) {
    double reach = Math.hypot(before / from.mean(), after / to.mean());
    double middle = Math.log(to.mean() / from.mean());
    return exponential(new Interval(middle - reach, middle + reach));
  }

  private static OptionalDouble none() {
    return OptionalDouble.empty();
  }
}
