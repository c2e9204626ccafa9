package io.meshgauge.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A sum of terms, each with a coefficient that is not negative, fitted to positive values whose
 * errors are relative: a deviation of 5 % counts the same for small and for large values. Values of
 * the same block share a part of their error, such as the state of the machine in those minutes.
 *
 * <p>Least squares of the residuals divided by the fitted values, by repeated weighting. A term
 * whose coefficient would be negative is left out, the least plausible first. The variances of
 * blocks and of values are those of Henderson's third method (Searle, Casella and McCulloch,
 * Variance Components, 1992, 5.6). Prediction intervals are for one new value of a new block, with
 * Satterthwaite's degrees of freedom; the variance of the coefficients is that of all terms, so
 * that what was left out still widens them.
 */
public final class RelativeFit {
  private static final int ITERATIONS = 4;

  /** Columns whose scaled singular values differ by more cannot be distinguished. */
  private static final double LARGEST_CONDITION = 1e6;

  /** Logarithm of the most by which an interval reaches from its value: no data at all. */
  private static final double WIDEST = 20;

  private final double[] coefficients;
  private final RealMatrix covariance;
  private final Variances variances;
  private final double[] residuals;

  private RelativeFit(
      double[] coefficients, RealMatrix covariance, Variances variances, double[] residuals) {
    this.coefficients = coefficients;
    this.covariance = covariance;
    this.variances = variances;
    this.residuals = residuals;
  }

  /**
   * Variances of relative errors.
   *
   * @param ofValues within blocks
   * @param ofBlocks of what a block shares
   * @param freedom degrees of freedom of their sum, at least 1
   */
  private record Variances(double ofValues, double ofBlocks, double freedom) {
    double total() {
      return ofValues + ofBlocks;
    }
  }

  /** Fits coefficients to values of which none share a part of their error. */
  public static RelativeFit of(double[][] terms, double[] values) {
    return of(terms, values, IntStream.range(0, values.length).toArray());
  }

  /**
   * Fits coefficients.
   *
   * @param terms a row for each value, with the size of each term, not negative
   * @param values above zero, more than there are terms
   * @param blocks the block of each value
   * @throws IllegalArgumentException if there are too few values, or terms that cannot be
   *     distinguished
   */
  public static RelativeFit of(double[][] terms, double[] values, int[] blocks) {
    int n = values.length;
    int p = n == 0 ? 0 : terms[0].length;
    if (n <= p || !areDistinct(terms)) {
      throw new IllegalArgumentException(
          "%d values for %d terms; expected more values than terms, and terms that vary apart"
              .formatted(n, p));
    }
    List<Integer> kept = new ArrayList<>(IntStream.range(0, p).boxed().toList());
    double[] fitted = values.clone();
    double[] coefficients = new double[p];
    for (int i = 0; i < ITERATIONS; i++) {
      coefficients = nonNegative(terms, values, fitted, kept);
      fitted = sums(terms, coefficients);
    }
    double[] residuals = new double[n];
    for (int i = 0; i < n; i++) {
      residuals[i] = values[i] / fitted[i] - 1;
    }
    RealMatrix rows = scaled(MatrixUtils.createRealMatrix(weighted(terms, fitted)));
    RealMatrix indicators = indicators(blocks);
    Variances variances = variances(rows, MatrixUtils.createRealVector(residuals), indicators);
    RealMatrix inverse = new SingularValueDecomposition(rows).getSolver().getInverse();
    RealMatrix shared = inverse.multiply(indicators);
    RealMatrix covariance =
        inverse
            .multiply(inverse.transpose())
            .scalarMultiply(variances.ofValues())
            .add(shared.multiply(shared.transpose()).scalarMultiply(variances.ofBlocks()));
    return new RelativeFit(
        coefficients, unscaled(covariance, weighted(terms, fitted)), variances, residuals);
  }

  /**
   * Variances by what the residuals lose when each block gets a mean of its own.
   *
   * @param residuals around the fit with coefficients that are not negative
   */
  private static Variances variances(RealMatrix rows, RealVector residuals, RealMatrix indicators) {
    int n = rows.getRowDimension();
    int p = rows.getColumnDimension();
    double pooled = residuals.dotProduct(residuals) / (n - p);
    RealMatrix projection =
        MatrixUtils.createRealIdentityMatrix(n)
            .subtract(rows.multiply(new SingularValueDecomposition(rows).getSolver().getInverse()));
    RealMatrix left = projection.multiply(indicators);
    SingularValueDecomposition ofBlocks = new SingularValueDecomposition(left);
    int between = (int) Arrays.stream(ofBlocks.getSingularValues()).filter(it -> it > 1e-9).count();
    int within = n - p - between;
    if (indicators.getColumnDimension() == n || between == 0 || within < 1) {
      return new Variances(pooled, 0, n - p);
    }
    RealVector reduced = projection.operate(residuals);
    double all = reduced.dotProduct(reduced);
    RealMatrix u = ofBlocks.getU().getSubMatrix(0, n - 1, 0, between - 1);
    RealVector explained = u.transpose().operate(reduced);
    double ofBlock = explained.dotProduct(explained) / between;
    double ofValue = (all - explained.dotProduct(explained)) / within;
    double each = left.transpose().multiply(left).getTrace() / between;
    double share = (ofBlock - ofValue) / each;
    if (share <= 0) {
      // Few blocks may look equal by chance, so that many values know no more of the next one.
      return new Variances(pooled, 0, Math.min(n - p, between));
    }
    double total = share + ofValue;
    double freedom =
        total
            * total
            / (Math.pow(ofBlock / each, 2) / between
                + Math.pow(ofValue * (1 - 1 / each), 2) / within);
    return new Variances(ofValue, share, Math.max(1, Math.min(n - p, freedom)));
  }

  private static RealMatrix indicators(int[] blocks) {
    int[] distinct = Arrays.stream(blocks).distinct().toArray();
    RealMatrix indicators = MatrixUtils.createRealMatrix(blocks.length, distinct.length);
    for (int i = 0; i < blocks.length; i++) {
      for (int j = 0; j < distinct.length; j++) {
        indicators.setEntry(i, j, blocks[i] == distinct[j] ? 1 : 0);
      }
    }
    return indicators;
  }

  /** Columns of length 1, since their sizes differ by many powers of ten. */
  private static RealMatrix scaled(RealMatrix rows) {
    RealMatrix scaled = rows.copy();
    for (int j = 0; j < rows.getColumnDimension(); j++) {
      scaled.setColumnVector(
          j, rows.getColumnVector(j).mapDivide(rows.getColumnVector(j).getNorm()));
    }
    return scaled;
  }

  private static RealMatrix unscaled(RealMatrix covariance, double[][] rows) {
    RealMatrix sizes = MatrixUtils.createRealMatrix(rows);
    RealMatrix result = covariance.copy();
    for (int i = 0; i < result.getRowDimension(); i++) {
      for (int j = 0; j < result.getColumnDimension(); j++) {
        result.multiplyEntry(
            i, j, 1 / sizes.getColumnVector(i).getNorm() / sizes.getColumnVector(j).getNorm());
      }
    }
    return result;
  }

  /** Whether the columns of terms can be distinguished by these rows. */
  public static boolean areDistinct(double[][] terms) {
    RealMatrix rows = MatrixUtils.createRealMatrix(terms);
    boolean empty =
        IntStream.range(0, rows.getColumnDimension())
            .anyMatch(j -> rows.getColumnVector(j).getNorm() == 0);
    return !empty
        && terms.length >= rows.getColumnDimension()
        && new SingularValueDecomposition(scaled(rows)).getConditionNumber() < LARGEST_CONDITION;
  }

  /** Coefficients in the order of the terms, at least 0; 0 where a term was left out. */
  public List<Double> coefficients() {
    return Arrays.stream(coefficients).boxed().toList();
  }

  /** Relative standard deviation of one value within its block. */
  public double deviation() {
    return Math.sqrt(variances.ofValues());
  }

  /** Relative standard deviation of what a block shares. */
  public double blockDeviation() {
    return Math.sqrt(variances.ofBlocks());
  }

  /** Degrees of freedom of both together. */
  public double freedom() {
    return variances.freedom();
  }

  /** Measured over fitted, less 1, in the order of the values. */
  public List<Double> residuals() {
    return Arrays.stream(residuals).boxed().toList();
  }

  /** The fitted value for terms of these sizes. */
  public double at(double[] terms) {
    double sum = 0;
    for (int j = 0; j < terms.length; j++) {
      sum += terms[j] * coefficients[j];
    }
    return sum;
  }

  /**
   * The interval that holds one new value of a new block with a probability.
   *
   * @param terms their sizes
   * @param level probability, such as {@link Interval#CONFIDENCE}
   */
  public Interval interval(double[] terms, double level) {
    double value = at(terms);
    RealVector sizes = MatrixUtils.createRealVector(terms);
    double ofFit = sizes.dotProduct(covariance.operate(sizes));
    double factor =
        TDistribution.of(variances.freedom()).inverseSurvivalProbability((1 - level) / 2);
    if (value <= 0) {
      return new Interval(0, factor * Math.sqrt(ofFit));
    }
    double relative = factor * Math.sqrt(variances.total() + ofFit / (value * value));
    double half = Math.min(relative, WIDEST);
    return new Interval(value * Math.exp(-half), value * Math.exp(half));
  }

  private static double[] nonNegative(
      double[][] terms, double[] values, double[] fitted, List<Integer> kept) {
    while (true) {
      double[][] rows = weighted(terms, fitted);
      double[] targets = new double[values.length];
      for (int i = 0; i < rows.length; i++) {
        targets[i] = values[i] / fitted[i];
        double[] row = rows[i];
        rows[i] = kept.stream().mapToDouble(j -> row[j]).toArray();
      }
      OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
      regression.setNoIntercept(true);
      regression.newSampleData(targets, rows);
      double[] found = regression.estimateRegressionParameters();
      double[] errors = regression.estimateRegressionParametersStandardErrors();
      int worst = -1;
      for (int j = 0; j < found.length; j++) {
        boolean lower = worst < 0 || found[j] / errors[j] < found[worst] / errors[worst];
        worst = found[j] < 0 && lower ? j : worst;
      }
      if (worst < 0) {
        double[] all = new double[terms[0].length];
        for (int j = 0; j < found.length; j++) {
          all[kept.get(j)] = found[j];
        }
        return all;
      }
      kept.remove(worst);
    }
  }

  private static double[][] weighted(double[][] terms, double[] fitted) {
    return IntStream.range(0, terms.length)
        .mapToObj(i -> Arrays.stream(terms[i]).map(term -> term / fitted[i]).toArray())
        .toArray(double[][]::new);
  }

  private static double[] sums(double[][] terms, double[] coefficients) {
    return Arrays.stream(terms)
        .mapToDouble(
            row -> IntStream.range(0, row.length).mapToDouble(j -> row[j] * coefficients[j]).sum())
        .toArray();
  }
}
