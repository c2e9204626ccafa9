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
 * Allows a request that matches one of the values of each attribute. An empty attribute matches
 * every request.
 *
 * @param name unique among the rules of its service
 * @param callers workloads by their mutual TLS identity, including {@code load}
 * @param methods of HTTP; gRPC always uses {@code POST}
 * @param paths without a query; a trailing {@code *} makes it a prefix
 * @param claims values by claim of the verified token; a claim that is a list must contain one of
 *     them
 * @param headers values by header, in lower case; a trailing {@code *} makes a value a prefix
 * @param sources IPv4 address ranges, for example {@code 10.0.0.0/8}
 * @param hours daily window; null for always
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

  /** The claim with the roles of a principal. */
  public static final String ROLES = "roles";

  /** Suffix of a path or header value that is a prefix. */
  public static final String ANY_END = "*";

  public Rule {
    callers = List.copyOf(callers);
    methods = List.copyOf(methods);
    paths = List.copyOf(paths);
    claims = new TreeMap<>(claims);
    headers = new TreeMap<>(headers);
    sources = List.copyOf(sources);
  }

  /** A rule that matches no request of the plans, because no service has its path. */
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

  /** The daily window; empty for always. */
  public Optional<Hours> window() {
    return Optional.ofNullable(hours);
  }

  /** The rule in the format of policy files. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", name);
    put(map, "callers", callers);
    put(map, "methods", methods);
    put(map, "paths", paths);
    Map<String, List<String>> otherClaims = new TreeMap<>(claims);
    put(map, ROLES, Optional.ofNullable(otherClaims.remove(ROLES)).orElse(new ArrayList<>()));
    if (!otherClaims.isEmpty()) {
      map.put("claims", otherClaims);
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
                    new TreeMap<>(
                        Map.of("from", Hours.clock(it.from()), "until", Hours.clock(it.until())))));
    return map;
  }

  private static void put(Map<String, Object> map, String key, List<String> values) {
    if (!values.isEmpty()) {
      map.put(key, values);
    }
  }
}
