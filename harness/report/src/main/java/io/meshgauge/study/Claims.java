package io.meshgauge.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a study derived from its figures and says of them, and rules that hold among them. Lines are
 * those of the study's file, from 1.
 *
 * @param scores points of one quantity
 * @param composites weighted sums of points
 * @param efficiency the index of the studies; empty if it has none
 * @param volumes volumes of data, and what is given per volume
 * @param statistics printed results of tests
 * @param halfWidths printed half-widths of intervals
 * @param quantiles quantities that must not decrease in this order, each list of one distribution
 * @param statements what its text claims
 */
public record Claims(
    List<Score> scores,
    List<Composite> composites,
    Optional<Efficiency> efficiency,
    Volumes volumes,
    List<Statistic> statistics,
    List<HalfWidth> halfWidths,
    List<List<String>> quantiles,
    List<Statement> statements) {
  public Claims {
    scores = List.copyOf(scores);
    composites = List.copyOf(composites);
    statistics = List.copyOf(statistics);
    halfWidths = List.copyOf(halfWidths);
    quantiles = List.copyOf(quantiles);
    statements = List.copyOf(statements);
  }

  /**
   * Points from 0 to 1.
   *
   * @param score quantity that holds the points
   * @param of quantity from which they are made
   */
  public record Score(String score, String of, int line) {}

  /**
   * A weighted sum.
   *
   * @param composite quantity that holds the sums
   * @param weights by score, as printed
   */
  public record Composite(String composite, Map<String, Double> weights, int line) {
    public Composite {
      weights = new LinkedHashMap<>(weights);
    }

    /** Sum of the weights. */
    public double sum() {
      return weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  /**
   * E = α / L_p99 + β · T + γ / O.
   *
   * @param latency quantity, in ms
   * @param throughput quantity, in requests per second
   * @param overhead quantity, in per cent
   * @param factors α, β and γ; empty if they are not printed
   */
  public record Efficiency(
      String latency, String throughput, String overhead, Optional<Factors> factors, int line) {}

  /** Factors of the index. */
  public record Factors(double alpha, double beta, double gamma) {}

  /**
   * Volumes of data and what depends on them.
   *
   * @param products rates that give a volume over time
   * @param quotients amounts per volume
   */
  public record Volumes(List<Product> products, List<Quotient> quotients) {
    public Volumes {
      products = List.copyOf(products);
      quotients = List.copyOf(quotients);
    }
  }

  /**
   * A rate over time.
   *
   * @param rate quantity, in a unit of {@link #GIGABITS}
   * @param seconds length of a run
   * @param volume quantity, in a unit of {@link #VOLUMES}
   */
  public record Product(String rate, double seconds, String volume, int line) {
    /** Units of a rate, in Gbit/s. */
    public static final Map<String, Double> GIGABITS =
        Map.of("bit/s", 1e-9, "kbit/s", 1e-6, "Mbit/s", 1e-3, "Gbit/s", 1.0);

    /** Units of a volume. */
    public static final List<String> VOLUMES = List.of("GB", "GiB");
  }

  /**
   * An amount per volume of data.
   *
   * @param quantity the quotient: per unit of the volume or, with a segment, in per cent of it
   * @param of quantity, a number of segments
   * @param per quantity, in a unit of {@link Product#VOLUMES}
   * @param segment bytes of a segment, each of which counts as lost; empty if none is lost
   */
  public record Quotient(
      String quantity, String of, String per, OptionalDouble segment, int line) {}

  /**
   * Results of a test of a system against the reference, as printed.
   *
   * @param figures those that are printed
   */
  public record Statistic(String quantity, String system, Map<Result, Figure> figures, int line) {
    public Statistic {
      figures = Map.copyOf(figures);
    }
  }

  /** A result of a test that a study can print; keys are those of its file. */
  public enum Result {
    /** Statistic, of either sign. */
    T("t"),
    /** Degrees of freedom. */
    DEGREES("degrees-of-freedom"),
    /** Probability, an upper limit if below. */
    P("p"),
    /** Cohen's d, of either sign. */
    COHENS_D("cohens-d"),
    /** Standard error of the difference of the means. */
    STANDARD_ERROR("standard-error"),
    /** Lower end of the 95 % interval of the difference. */
    LOW("low"),
    /** Its upper end. */
    HIGH("high");

    private final String key;

    Result(String key) {
      this.key = key;
    }

    /** Its key in the file of a study. */
    public String key() {
      return key;
    }
  }

  /**
   * A printed number.
   *
   * @param below whether it is an upper limit, as in p &lt; 0.001
   */
  public record Figure(double value, int decimals, boolean below) {}

  /**
   * A half-width of an interval, in the unit of the quantity; the study does not say of which
   * confidence, so it is taken for 95 %.
   *
   * @param system empty if it is printed for all systems that have none of their own
   * @param low the smallest printed
   * @param high the largest printed
   */
  public record HalfWidth(String quantity, Optional<String> system, double low, double high) {}

  /**
   * What the text of a study claims: a ratio of two systems, or a figure of one.
   *
   * @param words of the study, translated
   * @param group load that it is about; empty if it is about all
   * @param system that it is about
   * @param against the system below the ratio; empty if the range is of the quantity itself
   * @param range of the ratio, or of the quantity in its unit
   */
  public record Statement(
      String words,
      String quantity,
      Optional<String> group,
      String system,
      Optional<String> against,
      ClaimedRange range,
      int line) {}

  /** The half-width of a quantity of a system, its own before that of all; empty if none is. */
  public Optional<HalfWidth> halfWidth(String quantity, String system) {
    List<HalfWidth> all = halfWidths.stream().filter(it -> it.quantity().equals(quantity)).toList();
    return all.stream()
        .filter(it -> it.system().filter(system::equals).isPresent())
        .findFirst()
        .or(() -> all.stream().filter(it -> it.system().isEmpty()).findFirst());
  }
}
