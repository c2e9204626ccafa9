package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Holm;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which of the variants with equal promises comes first at every mixture of three weights (a
 * ternary plot).
 *
 * <p>With three criteria that set variants apart, each has a corner. With more, the corners are
 * latency, CPU and memory; within a corner, criteria keep the proportions of the weight set, and
 * other criteria have no weight.
 *
 * @param corners three, each with the shares of its metrics, which sum to 1
 * @param variants in the order of the contest, two or more
 * @param rows from the edge opposite to the first corner to that corner; row r has 2 (N − r) − 1
 *     cells, from the second corner's side to the third's
 */
public record WeightTriangle(List<Corner> corners, List<String> variants, List<List<Cell>> rows) {
  /** Cells along an edge. */
  public static final int SIDE = 30;

  private static final double SAME = 1e-9;

  /** A corner, at which only its metrics have weights. */
  public record Corner(String name, Map<Metric, Double> shares) {}

  /**
   * A small triangle of mixtures.
   *
   * @param winner index of the variant with the highest score in its middle; −1 if two share it
   * @param apart whether that score is higher than every other one by Student's test within blocks,
   *     after Holm
   */
  public record Cell(int winner, boolean apart) {}

  /**
   * The triangles of a contest, one for each group of two or more variants with equal promises.
   *
   * @param rules their first weight set gives the proportions within a corner
   */
  public static List<WeightTriangle> of(ScoringRules rules, Contest contest, long seed) {
    Scoring scoring = new Scoring(rules, contest, seed);
    double[] used = scoring.used(rules.weightSets().get(0));
    List<Corner> corners = corners(rules, used);
    return corners.size() != 3
        ? List.of()
        : Ranking.groups(scoring.ranked()).stream()
            .filter(group -> group.size() > 1)
            .flatMap(group -> of(corners, group).stream())
            .toList();
  }

  private static List<Corner> corners(ScoringRules rules, double[] used) {
    Map<Metric, Double> kept = new EnumMap<>(Metric.class);
    for (int i = 0; i < used.length; i++) {
      if (used[i] > 0) {
        kept.put(rules.criteria().get(i).metric(), used[i]);
      }
    }
    Map<String, Map<Metric, Double>> groups = new LinkedHashMap<>();
    kept.forEach(
        (metric, weight) -> {
          String name = kept.size() == 3 ? metric.brief() : group(metric);
          if (!name.isEmpty()) {
            groups.computeIfAbsent(name, key -> new EnumMap<>(Metric.class)).put(metric, weight);
          }
        });
    return groups.entrySet().stream()
        .map(
            it -> {
              double sum = it.getValue().values().stream().mapToDouble(w -> w).sum();
              it.getValue().replaceAll((metric, weight) -> weight / sum);
              return new Corner(it.getKey(), it.getValue());
            })
        .toList();
  }

  private static String group(Metric metric) {
    return switch (metric.unit()) {
      case SECONDS -> Messages.get("score.latency");
      case CPU_SECONDS_PER_1000_REQUESTS -> Messages.get("score.cpu");
      case BYTES -> Messages.get("score.memory");
      default -> "";
    };
  }

  private static Optional<WeightTriangle> of(List<Corner> corners, List<Contender> group) {
    double[][][] points = points(corners, group);
    if (points.length == 0) {
      return Optional.empty();
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (int row = 0; row < SIDE; row++) {
      List<Cell> cells = new ArrayList<>();
      for (int cell = 0; cell < 2 * (SIDE - row) - 1; cell++) {
        // The middle of a triangle that points up is lower than that of one that points down.
        double middle = (cell % 2 == 0 ? 1 : 2) / 3.0;
        int column = cell / 2;
        double first = (row + middle) / SIDE;
        double third = (column + middle) / SIDE;
        cells.add(cell(points, new double[] {first, 1 - first - third, third}));
      }
      rows.add(cells);
    }
    return Optional.of(
        new WeightTriangle(corners, group.stream().map(Contender::variant).toList(), rows));
  }

  /** Points by contender, corner and block that all have; nothing if there is no such block. */
  private static double[][][] points(List<Corner> corners, List<Contender> group) {
    List<List<Replicates>> all = new ArrayList<>();
    for (Contender contender : group) {
      List<Replicates> own = new ArrayList<>();
      for (Corner corner : corners) {
        double[] weights =
            contender.criteria().stream()
                .mapToDouble(it -> corner.shares().getOrDefault(it.metric(), 0.0))
                .toArray();
        contender.scores(weights).ifPresent(own::add);
      }
      all.add(own);
    }
    if (all.stream().anyMatch(own -> own.size() < corners.size())) {
      return new double[0][][];
    }
    SortedSet<Integer> shared = new TreeSet<>(all.get(0).get(0).byBlock().keySet());
    all.forEach(own -> own.forEach(it -> shared.retainAll(it.byBlock().keySet())));
    return shared.isEmpty()
        ? new double[0][][]
        : all.stream()
            .map(
                own ->
                    own.stream()
                        .map(it -> shared.stream().mapToDouble(it.byBlock()::get).toArray())
                        .toArray(double[][]::new))
            .toArray(double[][][]::new);
  }

  private static Cell cell(double[][][] points, double[] weights) {
    double[][] scores = new double[points.length][points[0][0].length];
    double[] means = new double[points.length];
    int first = 0;
    for (int i = 0; i < points.length; i++) {
      for (int block = 0; block < scores[i].length; block++) {
        for (int corner = 0; corner < weights.length; corner++) {
          scores[i][block] += weights[corner] * points[i][corner][block];
        }
        means[i] += scores[i][block] / scores[i].length;
      }
      first = means[i] > means[first] ? i : first;
    }
    List<Double> p = new ArrayList<>();
    for (int i = 0; i < points.length; i++) {
      if (i != first && means[first] - means[i] < SAME) {
        return new Cell(-1, false);
      }
      if (i != first) {
        Difference ahead =
            Difference.inUnits(List.of(Replicates.of(scores[i])), Replicates.of(scores[first]));
        p.add(ahead.p().orElse(1));
      }
    }
    double[] adjusted = Holm.adjust(p.stream().mapToDouble(it -> it).toArray());
    for (double one : adjusted) {
      if (one >= Comparison.LEVEL) {
        return new Cell(first, false);
      }
    }
    return new Cell(first, true);
  }

  /** The share of all cells in which a variant comes first. */
  public double share(String variant) {
    return share(variant, false);
  }

  /** The share of all cells in which it comes first by the test. */
  public double shareApart(String variant) {
    return share(variant, true);
  }

  private double share(String variant, boolean apart) {
    int index = variants.indexOf(variant);
    long won =
        rows.stream()
            .flatMap(List::stream)
            .filter(cell -> cell.winner() == index && (cell.apart() || !apart))
            .count();
    return won / (double) (SIDE * SIDE);
  }
}
