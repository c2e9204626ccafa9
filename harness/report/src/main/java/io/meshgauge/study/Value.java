package io.meshgauge.study;

import io.meshgauge.stats.Moments;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A printed figure, in the unit of its quantity.
 *
 * @param mean as printed, or of the replicates
 * @param deviation standard deviation of the sample, as printed; empty if none is
 * @param n number of replicates; empty if the study does not say
 * @param replicates all of them, if the study printed them; else none
 * @param printed where, and with how many decimals
 */
public record Value(
    String group,
    String system,
    String quantity,
    double mean,
    OptionalDouble deviation,
    OptionalInt n,
    List<Replicate> replicates,
    Printed printed) {
  public Value {
    replicates = List.copyOf(replicates);
  }

  /** One replicate; runs are numbered by the study. */
  public record Replicate(int run, double value, int line) {}

  /**
   * How figures were printed.
   *
   * @param line of the data file, from 1
   * @param decimals of the mean
   * @param deviationDecimals of the deviation
   */
  public record Printed(int line, int decimals, int deviationDecimals) {}

  /** The figures of all replicates, in their order. */
  public double[] all() {
    return replicates.stream().mapToDouble(Replicate::value).toArray();
  }

  /** The replicates of both, printed where those of this are, with the most decimals. */
  public Value and(Value more) {
    List<Replicate> both = Stream.concat(replicates.stream(), more.replicates.stream()).toList();
    return new Value(
        group,
        system,
        quantity,
        both.stream().mapToDouble(Replicate::value).average().orElseThrow(),
        deviation,
        OptionalInt.of(both.size()),
        both,
        new Printed(printed.line(), Math.max(printed.decimals(), more.printed.decimals()), 0));
  }

  /** Mean and spread; empty if the study printed neither deviation nor replicates. */
  public Optional<Moments> moments() {
    if (!replicates.isEmpty()) {
      return Optional.of(Moments.of(all()));
    }
    return deviation.isPresent() && n.isPresent()
        ? Optional.of(
            new Moments(n.getAsInt(), mean, deviation.getAsDouble() * deviation.getAsDouble()))
        : Optional.empty();
  }

  /** The largest distance of the true mean from the printed one, by rounding. */
  public double rounding() {
    return half(printed.decimals());
  }

  /** The same of the deviation. */
  public double deviationRounding() {
    return half(printed.deviationDecimals());
  }

  /** Half a unit of the last printed decimal. */
  static double half(int decimals) {
    return 0.5 * Math.pow(10, -decimals);
  }
}
