package io.meshgauge.sample.decision;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A rule allows a request that matches one value of each of its parts. The vocabulary is that of
 * {@code k8s/policy}; the harness has validated it.
 *
 * @param name of the rule
 * @param callers workloads
 * @param methods of HTTP
 * @param paths without a query; one that ends in {@code *} is a prefix
 * @param roles values of the claim {@code roles}
 * @param claims values by other claim; a value that ends in {@code *} is a prefix
 * @param headers values by header; a value that ends in {@code *} is a prefix
 * @param sources ranges of IPv4 addresses
 * @param hours daily window in UTC; null for always
 */
record Rule(
    String name,
    @Nullable List<String> callers,
    @Nullable List<String> methods,
    @Nullable List<String> paths,
    @Nullable List<String> roles,
    @Nullable Map<String, List<String>> claims,
    @Nullable Map<String, List<String>> headers,
    @Nullable List<String> sources,
    @Nullable Hours hours) {
  private static final String ROLES = "roles";

  /**
   * A daily window, over midnight if it ends before it starts.
   *
   * @param from first minute inside, for example {@code 08:00}
   * @param until first minute after it, up to {@code 24:00}
   */
  record Hours(String from, String until) {
    /** Whether it is shorter than a day. */
    boolean matters() {
      return minute(from) != 0 || minute(until) != 24 * 60;
    }

    boolean holds(int minute) {
      int start = minute(from);
      int end = minute(until);
      return end < start ? minute >= start || minute < end : minute >= start && minute < end;
    }

    private static int minute(String clock) {
      return Integer.parseInt(clock.substring(0, 2)) * 60 + Integer.parseInt(clock.substring(3));
    }
  }

  /**
   * Whether it allows a request.
   *
   * @param identities whether callers are identified; otherwise the rule's callers are ignored
   */
  boolean allows(Question question, boolean identities) {
    return one(methods, question.method()::equals)
        && one(paths, pattern -> matches(pattern, question.path()))
        && (!identities || one(callers, question.caller()::equals))
        && claim(ROLES, roles, question)
        && all(claims, (name, values) -> claim(name, values, question))
        && all(headers, (name, values) -> header(name, values, question))
        && one(sources, range -> within(range, question.source()))
        && Optional.ofNullable(hours).map(it -> it.holds(question.minute())).orElse(true);
  }

  private static boolean claim(String name, @Nullable List<String> values, Question question) {
    List<String> found = question.claims().getOrDefault(name, List.of());
    return one(values, value -> found.stream().anyMatch(it -> matches(value, it)));
  }

  private static boolean header(String name, List<String> values, Question question) {
    String found = question.headers().get(name);
    return found != null && one(values, value -> matches(value, found));
  }

  private static boolean matches(String pattern, String text) {
    return pattern.endsWith("*")
        ? text.startsWith(pattern.substring(0, pattern.length() - 1))
        : text.equals(pattern);
  }

  private static boolean within(String range, String address) {
    int slash = range.indexOf('/');
    int bits = Integer.parseInt(range.substring(slash + 1));
    int[] base = octets(range.substring(0, slash));
    int[] found = octets(address);
    if (found.length != base.length) {
      return false;
    }
    long mask = bits == 0 ? 0 : -1L << (32 - bits);
    return (number(base) & mask) == (number(found) & mask);
  }

  private static int[] octets(String address) {
    String[] parts = address.split("\\.", -1);
    if (parts.length != 4 || !address.matches("[\\d.]{7,15}")) {
      return new int[0];
    }
    int[] octets = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      octets[i] = parts[i].isEmpty() ? 0 : Integer.parseInt(parts[i]);
    }
    return octets;
  }

  private static long number(int[] octets) {
    long number = 0;
    for (int octet : octets) {
      number = number << 8 | octet;
    }
    return number;
  }

  /** Whether one of the values matches; a rule without values matches all. */
  private static boolean one(@Nullable List<String> values, Predicate<String> test) {
    return values == null || values.stream().anyMatch(test);
  }

  private static boolean all(
      @Nullable Map<String, List<String>> parts, BiPredicate<String, List<String>> test) {
    return parts == null
        || parts.entrySet().stream().allMatch(part -> test.test(part.getKey(), part.getValue()));
  }
}
