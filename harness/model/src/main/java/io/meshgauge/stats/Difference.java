package io.meshgauge.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One arm against another, within the blocks that both have: arms of one block had the same
 * arrivals in the same minutes, so the differences between blocks cancel.
 *
 * <p>Where all values are above 0 it is the mean of ln(variant / reference) over the blocks, with
 * Student's t interval, turned back into a ratio; in the metric's unit it is that ratio at the
 * geometric mean of the reference. Otherwise it is the mean of the plain differences with the same
 * interval.
 *
 * <p>Where the arms of a block took turns in rounds, the spread of the differences within rounds
 * moderates that of the blocks ({@link Moments#moderated}).
 *
 * @param effect of the blocks: ln ratios where {@code ratio}, else differences in the metric's unit
 * @param ratio whether all values are above 0
 * @param level mean of the reference over the blocks, in the metric's unit: geometric where {@code
 *     ratio}, else arithmetic
 * @param alpha level of the two-sided test, and 1 − that of the intervals: 0.05, or the part of it
 *     that {@link SpendingBounds} leave for the last look of a session that is looked at repeatedly
 */
public record Difference(Moments effect, boolean ratio, double level, double alpha) {

  /** With fewer blocks no interval is given: that of two is 13 standard deviations wide. */
  public static final int BLOCKS = 3;

  private static final int MOST_BLOCKS = 10_000;

  /** The share of sessions in which an effect of {@link #detectable} is found. */
  public static final double POWER = 0.80;

  /**
   * The difference of two arms. Where they share no block, that of their medians.
   *
   * @param reference replicates of the reference, at least one
   * @param variant replicates of the variant, at least one
   */
  public static Difference of(Replicates reference, Replicates variant) {
    return of(List.of(reference), variant);
  }

  /**
   * The difference from the mean of several equal arms: the baseline and its repetition are both
   * baseline. A block counts when every arm has it; the mean is that of logarithms where all values
   * are above 0. Where these blocks are too few for an interval and the first arm alone has more in
   * common with the variant, it is the difference from that one.
   *
   * @param references replicates of the equal arms, at least one arm
   * @param variant replicates of the variant, at least one
   */
  public static Difference of(List<Replicates> references, Replicates variant) {
    SortedSet<Integer> shared = shared(references, variant);
    List<Replicates> first = references.subList(0, 1);
    if (shared.size() < BLOCKS && shared(first, variant).size() > shared.size()) {
      return of(first, variant);
    }
    if (shared.isEmpty()) {
      return ofMedians(references.get(0), variant);
    }
    Difference difference = between(values(references, shared), variant.in(shared));
    return difference.moderated(references, variant, shared);
  }

  private Difference moderated(
      List<Replicates> references, Replicates variant, SortedSet<Integer> shared) {
    OptionalDouble within = Rounds.variance(references, variant, shared, ratio);
    return within.isPresent() && blocks() >= BLOCKS
        ? new Difference(effect.moderated(within.getAsDouble()), ratio, level, alpha)
        : this;
  }

  /**
   * The same, as the mean of plain differences: for a variant that adds the same amount in every
   * block.
   *
   * @param references replicates of the equal arms, at least one arm
   * @param variant replicates of the variant, which shares a block with all of them
   */
  public static Difference inUnits(List<Replicates> references, Replicates variant) {
    SortedSet<Integer> shared = shared(references, variant);
    return between(values(references, shared), variant.in(shared), false)
        .moderated(references, variant, shared);
  }

  /** Whether all of these arms have a block in common. */
  public static boolean shareBlocks(List<Replicates> references, Replicates variant) {
    return !shared(references, variant).isEmpty();
  }

  private static SortedSet<Integer> shared(List<Replicates> references, Replicates variant) {
    SortedSet<Integer> shared = new TreeSet<>(variant.byBlock().keySet());
    references.forEach(reference -> shared.retainAll(reference.byBlock().keySet()));
    return shared;
  }

  private static double[][] values(List<Replicates> arms, SortedSet<Integer> blocks) {
    return arms.stream().map(arm -> arm.in(blocks)).toArray(double[][]::new);
  }

  private static Difference ofMedians(Replicates reference, Replicates variant) {
    double[] from = {OrderStatistics.median(reference.values())};
    return between(new double[][] {from}, new double[] {OrderStatistics.median(variant.values())});
  }

  private static Difference between(double[][] from, double[] to) {
    return between(from, to, above0(from, to));
  }

  static boolean above0(double[][] from, double[] to) {
    return Arrays.stream(to).allMatch(it -> it > 0)
        && Arrays.stream(from).flatMapToDouble(Arrays::stream).allMatch(it -> it > 0);
  }

  /** Of values that are paired by their place: blocks, or rounds of a block. */
  static Difference between(double[][] from, double[] to, boolean ratio) {
    double[] reference =
        IntStream.range(0, to.length)
            .mapToDouble(
                block ->
                    Arrays.stream(from)
                        .mapToDouble(arm -> scaled(arm[block], ratio))
                        .average()
                        .orElseThrow())
            .toArray();
    double[] effect =
        IntStream.range(0, to.length)
            .mapToDouble(block -> scaled(to[block], ratio) - reference[block])
            .toArray();
    double level = Moments.of(reference).mean();
    return new Difference(
        Moments.of(effect), ratio, ratio ? Math.exp(level) : level, 1 - Interval.CONFIDENCE);
  }

  private static double scaled(double value, boolean ratio) {
    return ratio ? Math.log(value) : value;
  }

  /** Blocks that both arms have. */
  public int blocks() {
    return effect.n();
  }

  /** The same difference at another level. */
  public Difference at(double otherAlpha) {
    return new Difference(effect, ratio, level, otherAlpha);
  }

  /** In the metric's unit; positive when the variant is higher. */
  public double absolute() {
    return inUnits(effect.mean());
  }

  /**
   * Overhead coefficient O = (variant − reference) / reference; empty when the reference is not
   * above 0, where the quotient says nothing.
   */
  public OptionalDouble relative() {
    return level > 0 ? OptionalDouble.of(absolute() / level) : OptionalDouble.empty();
  }

  /**
   * 95 % confidence interval of {@link #absolute}: over all looks together, where there are
   * several. Empty below {@value #BLOCKS} blocks.
   */
  public Optional<Interval> interval() {
    return interval(1 - alpha);
  }

  /** Confidence interval of {@link #absolute}, confidence from 0 to 1. */
  public Optional<Interval> interval(double confidence) {
    return ofEffect(confidence).map(it -> new Interval(inUnits(it.low()), inUnits(it.high())));
  }

  /**
   * 95 % confidence interval of {@link #relative}; empty also where a value is not above 0, since
   * the reference has an error of its own then.
   */
  public Optional<Interval> relativeInterval() {
    return relativeInterval(1 - alpha);
  }

  /** Confidence interval of {@link #relative}, confidence from 0 to 1. */
  public Optional<Interval> relativeInterval(double confidence) {
    return ratio
        ? ofEffect(confidence).map(it -> new Interval(Math.expm1(it.low()), Math.expm1(it.high())))
        : Optional.empty();
  }

  /**
   * Two-sided p of Student's test that the arms are equal; empty below {@value #BLOCKS} blocks.
   * Where all blocks show exactly the same difference it is 0, or 1 when that is 0.
   */
  public OptionalDouble p() {
    if (blocks() < BLOCKS) {
      return OptionalDouble.empty();
    }
    double error = effect.standardError();
    if (error == 0) {
      return OptionalDouble.of(effect.mean() == 0 ? 1 : 0);
    }
    double t = Math.abs(effect.mean()) / error;
    return OptionalDouble.of(2 * TDistribution.of(effect.degrees()).survivalProbability(t));
  }

  /**
   * Whether the arms are equivalent by two one-sided tests (Schuirmann 1987): the interval at the
   * confidence 1 − 2·level lies within the margin.
   *
   * @param margin largest ratio − 1 that counts as equal, for example 0.05; above 0
   * @param level of each of the two tests
   */
  public boolean equivalent(double margin, double level) {
    Interval allowed = new Interval(-Math.log1p(margin), Math.log1p(margin));
    return ratio
        && ofEffect(1 - 2 * level)
            .filter(it -> allowed.contains(it.low()) && allowed.contains(it.high()))
            .isPresent();
  }

  /** Whether 0 is outside of the interval, before the correction over a family. */
  public boolean isDifferent() {
    return p().orElse(1) < alpha;
  }

  /**
   * Blocks after which the arms differ or the interval is narrow enough, if mean and spread stay as
   * they are; empty below {@value #BLOCKS} blocks and where not all values are above 0.
   *
   * @param margin half of the interval's width that is enough, as a ratio − 1
   */
  public OptionalInt blocksToDecide(double margin) {
    if (!ratio || blocks() < BLOCKS) {
      return OptionalInt.empty();
    }
    double enough = Math.max(Math.abs(effect.mean()), Math.log1p(margin));
    int low = blocks();
    int high = MOST_BLOCKS;
    while (low < high) {
      int middle = (low + high) / 2;
      if (effect.reach(middle, 1 - alpha) <= enough) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return OptionalInt.of(low);
  }

  /**
   * The smallest true |ratio − 1| that as many blocks with this spread tell from 0 in {@link
   * #POWER} of sessions; in the metric's unit where not all values are above 0. Empty below {@value
   * #BLOCKS} blocks.
   *
   * @param level of the two-sided test
   */
  public OptionalDouble detectable(double level) {
    if (blocks() < BLOCKS) {
      return OptionalDouble.empty();
    }
    double reach = Power.detectable(effect, level, POWER);
    return OptionalDouble.of(ratio ? Math.expm1(reach) : reach);
  }

  /** Right where what remains of the values is normal and independent. */
  private Optional<Interval> ofEffect(double confidence) {
    return blocks() < BLOCKS ? Optional.empty() : Optional.of(effect.interval(confidence));
  }

  private double inUnits(double effect) {
    return ratio ? Math.expm1(effect) * level : effect;
  }
}
