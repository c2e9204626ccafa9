package io.meshgauge.stats;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * The exact test of equal frequency of an event in several groups: Fisher's test for two groups,
 * and its extension to 2 × k tables (Freeman and Halton 1951).
 *
 * <p>With the sizes of the groups and the number of all events given, every table has an exact
 * probability; p is that of all tables which are at most as probable as the observed one. The
 * arithmetic is in integers, so rounding cannot miss a table.
 *
 * <p>With many events there are too many tables: they fill the memory if the sizes of groups
 * differ, since few of their probabilities are equal then. Pearson's chi-squared test takes the
 * place of the exact one above {@value #MOST_TABLES} tables, if every group can expect {@value
 * #EXPECTED} events (Cochran 1954).
 */
public final class FreemanHalton {
  private static final int MOST_TABLES = 50_000;
  private static final double EXPECTED = 5;

  private FreemanHalton() {}

  /**
   * One group.
   *
   * @param events number of cases with the event, 0 to {@code size}
   * @param size number of its cases
   */
  public record Group(int events, int size) {
    /**
     * A group.
     *
     * @throws IllegalArgumentException if there are more events than cases, or fewer than 0
     */
    public Group {
      if (events < 0 || events > size) {
        throw new IllegalArgumentException(
            "%d events in %d cases; expected 0 to %<d".formatted(events, size));
      }
    }
  }

  /**
   * The two-sided p value.
   *
   * @param groups any number; without an event, or without a case that has none, p is 1
   * @return above 0, at most 1
   */
  public static double p(List<Group> groups) {
    double all = groups.stream().mapToInt(Group::events).sum();
    double cases = groups.stream().mapToInt(Group::size).sum();
    if (2 * all > cases) {
      // The same question of the rarer outcome, which has fewer tables.
      return p(groups.stream().map(it -> new Group(it.size() - it.events(), it.size())).toList());
    }
    boolean many =
        tables(all, groups.size()) > MOST_TABLES
            && groups.stream().allMatch(it -> it.size() * all / cases >= EXPECTED);
    return many ? pearson(groups, all / cases) : exact(groups);
  }

  /** Ways to distribute events over groups: at most so many tables. */
  private static double tables(double events, int groups) {
    double ways = 1;
    for (int i = 1; i < groups; i++) {
      ways *= (events + i) / i;
    }
    return ways;
  }

  private static double pearson(List<Group> groups, double share) {
    double squares =
        groups.stream()
            .mapToDouble(
                it -> {
                  double off = it.events() - it.size() * share;
                  return off * off / (it.size() * share * (1 - share));
                })
            .sum();
    return ChiSquaredDistribution.of(groups.size() - 1.0).survivalProbability(squares);
  }

  /** The exact p value, whatever the number of tables. */
  static double exact(List<Group> groups) {
    int all = groups.stream().mapToInt(Group::events).sum();
    // By the number of events so far: counts of tables by weight, the product of the binomial
    // coefficients of their groups.
    Map<Integer, Map<BigInteger, BigInteger>> tables =
        Map.of(0, Map.of(BigInteger.ONE, BigInteger.ONE));
    BigInteger seen = BigInteger.ONE;
    int cases = 0;
    for (Group group : groups) {
      tables = extended(tables, group.size(), all);
      seen = seen.multiply(choose(group.size(), group.events()));
      cases += group.size();
    }
    BigInteger rare = BigInteger.ZERO;
    for (Map.Entry<BigInteger, BigInteger> table :
        Objects.requireNonNull(tables.get(all)).entrySet()) {
      if (table.getKey().compareTo(seen) <= 0) {
        rare = rare.add(table.getKey().multiply(table.getValue()));
      }
    }
    return new BigDecimal(rare)
        .divide(new BigDecimal(choose(cases, all)), MathContext.DECIMAL64)
        .doubleValue();
  }

  private static Map<Integer, Map<BigInteger, BigInteger>> extended(
      Map<Integer, Map<BigInteger, BigInteger>> tables, int size, int most) {
    Map<Integer, Map<BigInteger, BigInteger>> more = new HashMap<>();
    for (int events = 0; events <= size; events++) {
      BigInteger ways = choose(size, events);
      for (Map.Entry<Integer, Map<BigInteger, BigInteger>> sum : tables.entrySet()) {
        if (sum.getKey() + events <= most) {
          Map<BigInteger, BigInteger> into =
              more.computeIfAbsent(sum.getKey() + events, any -> new HashMap<>());
          sum.getValue()
              .forEach(
                  (weight, count) -> into.merge(weight.multiply(ways), count, BigInteger::add));
        }
      }
    }
    return more;
  }

  private static BigInteger choose(int of, int some) {
    BigInteger ways = BigInteger.ONE;
    for (int i = 1; i <= some; i++) {
      ways = ways.multiply(BigInteger.valueOf(of - some + i)).divide(BigInteger.valueOf(i));
    }
    return ways;
  }
}
