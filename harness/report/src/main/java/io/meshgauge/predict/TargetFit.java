package io.meshgauge.predict;

import io.meshgauge.stats.Interval;
import io.meshgauge.stats.RelativeFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What was fitted for one target of an arm. The arms of a session are fitted together, each with
 * coefficients of its own, since what a block shares is estimated from all of them.
 *
 * @param terms of the arm, in the order of the coefficients
 * @param samples of the arm
 * @param fit of all arms
 * @param firstTerm index of the first coefficient of the arm
 * @param firstSample index of the first residual of the arm
 */
public record TargetFit(
    List<Term> terms, List<String> samples, RelativeFit fit, int firstTerm, int firstSample) {
  public TargetFit {
    terms = List.copyOf(terms);
    samples = List.copyOf(samples);
  }

  /**
   * The part of an arm.
   *
   * @param samples that measured the target
   * @param terms that they tell apart
   * @param queue mean wait under conditions
   */
  private record Part(
      String arm, List<Sample> samples, List<Term> terms, ToDoubleFunction<Conditions> queue) {
    double[] sizes(Sample sample) {
      return TargetFit.sizes(terms, sample.conditions(), queue.applyAsDouble(sample.conditions()));
    }
  }

  /**
   * Fits a target; arms are absent whose samples are too few.
   *
   * @param arms samples by arm
   * @param varied whether an arm's samples differ in a factor
   * @param queue mean wait in an arm under conditions
   */
  static Map<String, TargetFit> of(
      Target target,
      Map<String, List<Sample>> arms,
      BiPredicate<String, Factor> varied,
      BiFunction<String, Conditions, Double> queue) {
    List<Part> parts = new ArrayList<>();
    arms.forEach(
        (arm, all) -> {
          List<Sample> samples =
              all.stream().filter(it -> it.values().containsKey(target)).toList();
          Part part = part(target, arm, samples, term -> isVaried(term, arm, varied), queue);
          if (!part.terms().isEmpty()) {
            parts.add(part);
          }
        });
    if (parts.isEmpty()) {
      return Map.of();
    }
    RelativeFit fit = fit(target, parts);
    Map<String, TargetFit> fits = new TreeMap<>();
    int term = 0;
    int sample = 0;
    for (Part part : parts) {
      List<String> names = part.samples().stream().map(Sample::variant).toList();
      fits.put(part.arm(), new TargetFit(part.terms(), names, fit, term, sample));
      term += part.terms().size();
      sample += names.size();
    }
    return fits;
  }

  private static boolean isVaried(Term term, String arm, BiPredicate<String, Factor> varied) {
    return term.needs().stream().allMatch(factor -> varied.test(arm, factor));
  }

  /** The terms of an arm that its samples tell apart. */
  private static Part part(
      Target target,
      String arm,
      List<Sample> samples,
      Predicate<Term> varied,
      BiFunction<String, Conditions, Double> queue) {
    Part part = new Part(arm, samples, List.of(), at -> queue.apply(arm, at));
    for (Term term : target.terms()) {
      List<Term> more = new ArrayList<>(part.terms());
      more.add(term);
      Part wider = new Part(arm, samples, more, part.queue());
      if (varied.test(term)
          && samples.size() > more.size()
          && RelativeFit.areDistinct(rows(List.of(wider)))) {
        part = wider;
      }
    }
    return part;
  }

  private static RelativeFit fit(Target target, List<Part> parts) {
    List<Sample> all = parts.stream().flatMap(part -> part.samples().stream()).toList();
    return RelativeFit.of(
        rows(parts),
        all.stream().mapToDouble(it -> it.values().getOrDefault(target, 0.0)).toArray(),
        all.stream().mapToInt(Sample::block).toArray());
  }

  /** A row for each sample, with zeros for the terms of other arms. */
  private static double[][] rows(List<Part> parts) {
    int width = parts.stream().mapToInt(part -> part.terms().size()).sum();
    List<double[]> rows = new ArrayList<>();
    int first = 0;
    for (Part part : parts) {
      for (Sample sample : part.samples()) {
        double[] row = new double[width];
        System.arraycopy(part.sizes(sample), 0, row, first, part.terms().size());
        rows.add(row);
      }
      first += part.terms().size();
    }
    return rows.toArray(double[][]::new);
  }

  private static double[] sizes(List<Term> terms, Conditions at, double queue) {
    return terms.stream().mapToDouble(term -> term.size(at, queue)).toArray();
  }

  private double[] row(Conditions at, double queue) {
    double[] row = new double[fit.coefficients().size()];
    System.arraycopy(sizes(terms, at, queue), 0, row, firstTerm, terms.size());
    return row;
  }

  /** The fitted value. */
  double value(Conditions at, double queue) {
    return fit.at(row(at, queue));
  }

  /** The prediction of a measurement. */
  Estimate estimate(Conditions at, double queue) {
    double[] row = row(at, queue);
    return Estimate.of(fit.at(row), fit.interval(row, Interval.CONFIDENCE));
  }

  /** Coefficients in the order of the terms. */
  public List<Double> coefficients() {
    return fit.coefficients().subList(firstTerm, firstTerm + terms.size());
  }

  /** Measured over fitted, less 1, by sample. */
  public Map<String, Double> residuals() {
    Map<String, Double> residuals = new TreeMap<>();
    for (int i = 0; i < samples.size(); i++) {
      residuals.put(samples.get(i), fit.residuals().get(firstSample + i));
    }
    return residuals;
  }
}
