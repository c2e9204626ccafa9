package io.meshgauge.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one rule allows: a request that has one of the values in every part the rule speaks of. A
 * part with nothing in it asks for nothing.
 *
 * @param name unique among the rules of its service
 * @param callers workloads, by the identity that mutual TLS gives; {@code load} among them
 * @param methods of HTTP; of gRPC it is always {@code POST}
 * @param paths without a query; one that ends in {@code *} is a beginning
 * @param claims values by claim of the verified token; of a claim that is a list one has to be in
 *     it
 * @param headers values by header, in lower case; one that ends in {@code *} is a beginning
 * @param sources address ranges of IPv4, for example {@code 10.0.0.0/8}
 * @param hours when; null for always
 */
public record Rule(
    String name,
    List<String> callers,
    List<String> methods,
    List<String> paths,
    SortedMap<String, List<String>> claims,
    SortedMap<String, List<String>> headers,
    List<String> sources,
    @Nullable Hours hours) {

  /** The claim that holds a principal's roles. */
  public static final String ROLES = "roles";

  /** What a path or the value of a header ends in that is a beginning. */
  public static final String ANY_END = "*";

  public Rule {
    callers = List.copyOf(callers);
    methods = List.copyOf(methods);
    paths = List.copyOf(paths);
    claims = new TreeMap<>(claims);
    headers = new TreeMap<>(headers);
    sources = List.copyOf(sources);
  }

  /** A rule that no request of the plans can match: it asks for a path nobody has. */
  static Rule filler(int number) {
    return new Rule(
        "filler-%05d".formatted(number),
        List.of(),
        List.of("GET"),
        List.of("/filler/%05d".formatted(number)),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        null);
  }

  /** When it holds; empty for always. */
  public Optional<Hours> window() {
    return Optional.ofNullable(hours);
  }

  /** The rule in its own vocabulary, as it would stand in a file. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", name);
    put(map, "callers", callers);
    put(map, "methods", methods);
    put(map, "paths", paths);
    Map<String, List<String>> others = new TreeMap<>(claims);
    put(map, ROLES, Optional.ofNullable(others.remove(ROLES)).orElse(new ArrayList<>()));
    if (!others.isEmpty()) {
      map.put("claims", others);
    }
    if (!headers.isEmpty()) {
      map.put("headers", headers);
    }
    put(map, "sources", sources);
    window()
        .ifPresent(
            it ->
                map.put(
                    "hours",
                    Map.of("from", Hours.clock(it.from()), "until", Hours.clock(it.until()))));
    return map;
  }

  private static void put(Map<String, Object> map, String key, List<String> values) {
    if (!values.isEmpty()) {
      map.put(key, values);
    }
  }
}
