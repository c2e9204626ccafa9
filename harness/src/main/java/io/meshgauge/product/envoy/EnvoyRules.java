package io.meshgauge.product.envoy;

import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Limits;
import io.meshgauge.measure.counter.ProxyRules.Rate;
import io.meshgauge.measure.counter.ProxyRules.Route;
import io.meshgauge.measure.counter.ProxyRules.Size;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.routing.ConfigurationSize;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parser of routes, clusters and local rate limits in Envoy's page {@code /config_dump}, from its
 * file or a control plane. The page may list an item more than once.
 */
public final class EnvoyRules {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String RATE_LIMIT = "filters.http.local_ratelimit.v3.LocalRateLimit";

  private static final List<String> ACTIVE_CLUSTERS =
      List.of("static_clusters", "dynamic_active_clusters");

  /** Envoy's default for a cluster without limits. */
  private static final long DEFAULT_MAX_REQUESTS = 1024;

  private static final long DEFAULT_MAX_RETRIES = 3;

  private static final long DEFAULT_CONSECUTIVE_FAILURES = 5;

  private final Map<String, Route> routes = new TreeMap<>();
  private final Map<String, Limits> limits = new TreeMap<>();
  private final Set<Rate> rates = new LinkedHashSet<>();
  private final Map<String, Long> outlierDetection = new TreeMap<>();
  private final Set<String> clusters = new HashSet<>();
  private final Map<String, Integer> passed = new TreeMap<>();

  /** Maximum of a protocol buffer duration: ten thousand years. */
  private static final Duration MAX_DURATION = Duration.ofSeconds(315_576_000_000L);

  private EnvoyRules() {}

  /**
   * The rules on the page.
   *
   * @throws ProbeException when the page is not a configuration dump
   */
  public static ProxyRules parse(String json) {
    try {
      JsonNode page = MAPPER.readTree(json);
      if (!page.path("configs").isArray()) {
        throw new ProbeException(
            "expected Envoy's page /config_dump with its list of configs; found: "
                + json.lines().findFirst().orElse("nothing"));
      }
      EnvoyRules rules = new EnvoyRules();
      rules.walk(page);
      return new ProxyRules(
          "",
          rules.routes,
          rules.limits,
          List.copyOf(rules.rates),
          rules.outlierDetection,
          rules.size());
    } catch (JacksonException e) {
      throw new ProbeException(
          "Envoy's page /config_dump is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private Size size() {
    int synthetic = (int) clusters.stream().filter(ConfigurationSize::has).count();
    return new Size(clusters.size(), synthetic, passed);
  }

  private void walk(JsonNode node) {
    for (String active : ACTIVE_CLUSTERS) {
      node.path(active).forEach(it -> clusters.add(it.path("cluster").path("name").asString("")));
    }
    if (ConfigurationSize.has(node.path("name").asString(""))) {
      // What no request uses steers none.
      return;
    }
    count(node.path("routes"));
    for (String destination : destinations(node.path("route"))) {
      routes.put(destination, route(node.path("route")));
    }
    if (node.path("name").isString() && node.path("circuit_breakers").isObject()) {
      JsonNode first = node.path("circuit_breakers").path("thresholds").path(0);
      limits.put(node.path("name").asString(""), limits(first));
    }
    if (node.path("name").isString() && node.path("outlier_detection").isObject()) {
      outlierDetection.put(
          node.path("name").asString(""),
          node.path("outlier_detection")
              .path("consecutive_5xx")
              .asLong(DEFAULT_CONSECUTIVE_FAILURES));
    }
    if (node.path("@type").asString("").endsWith(RATE_LIMIT)) {
      rate(node.path("token_bucket")).ifPresent(rates::add);
    }
    node.forEach(this::walk);
  }

  /** Counts the routes that a request passes on its way to the first one that may match it. */
  private void count(JsonNode inOrder) {
    Set<String> before = new HashSet<>();
    for (JsonNode it : inOrder) {
      String name = it.path("name").asString("");
      if (!ConfigurationSize.has(name)) {
        if (!before.isEmpty()) {
          destinations(it.path("route")).forEach(to -> passed.put(to, before.size()));
        }
        return;
      }
      before.add(name);
    }
  }

  /** The one cluster of a route, or those among which it chooses. */
  private static List<String> destinations(JsonNode route) {
    if (route.path("cluster").isString()) {
      return List.of(route.path("cluster").asString(""));
    }
    List<String> weighted = new ArrayList<>();
    route
        .path("weighted_clusters")
        .path("clusters")
        .forEach(it -> weighted.add(it.path("name").asString("")));
    return weighted;
  }

  private static Route route(JsonNode route) {
    JsonNode retryPolicy = route.path("retry_policy");
    String on = retryPolicy.path("retry_on").asString("");
    return new Route(
        on.isEmpty() ? 0 : retryPolicy.path("num_retries").asInt(1),
        on,
        // Envoy's default timeout is 15 s; 0 means no timeout.
        Optional.of(duration(route.path("timeout").asString("15s"))).filter(it -> !it.isZero()));
  }

  private static Limits limits(JsonNode thresholds) {
    return new Limits(
        thresholds.path("max_requests").asLong(DEFAULT_MAX_REQUESTS),
        thresholds.path("max_pending_requests").asLong(DEFAULT_MAX_REQUESTS),
        thresholds.path("max_retries").asLong(DEFAULT_MAX_RETRIES));
  }

  private static Optional<Rate> rate(JsonNode bucket) {
    double seconds = duration(bucket.path("fill_interval").asString("0s")).toNanos() / 1e9;
    return seconds == 0
        ? Optional.empty()
        : Optional.of(
            new Rate(
                bucket.path("max_tokens").asLong(0),
                bucket.path("tokens_per_fill").asLong(1) / seconds));
  }

  /** Parses seconds with a fraction and suffix s, as protocol buffers write them in JSON. */
  private static Duration duration(String text) {
    try {
      Duration duration = Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
      if (!duration.isNegative() && duration.compareTo(MAX_DURATION) <= 0) {
        return duration;
      }
    } catch (DateTimeParseException ignored) {
      // The same message as for a text that is not a duration.
    }
    throw new ProbeException(
        "Envoy's page /config_dump has the duration \"%s\"; expected seconds, such as 0.25s"
            .formatted(text));
  }
}
