package io.meshgauge.product.envoy;

import io.meshgauge.measure.ProxyRules;
import io.meshgauge.measure.ProxyRules.Limits;
import io.meshgauge.measure.ProxyRules.Rate;
import io.meshgauge.measure.ProxyRules.Route;
import io.meshgauge.probe.ProbeException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
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

  /** Envoy's default for a cluster without limits. */
  private static final long DEFAULT_MAX_REQUESTS = 1024;

  private static final long DEFAULT_MAX_RETRIES = 3;

  private static final long DEFAULT_CONSECUTIVE_FAILURES = 5;

  private final Map<String, Route> routes = new TreeMap<>();
  private final Map<String, Limits> limits = new TreeMap<>();
  private final Set<Rate> rates = new LinkedHashSet<>();
  private final Map<String, Long> outlierDetection = new TreeMap<>();

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
          "", rules.routes, rules.limits, List.copyOf(rules.rates), rules.outlierDetection);
    } catch (JacksonException e) {
      throw new ProbeException(
          "Envoy's page /config_dump is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private void walk(JsonNode node) {
    if (node.path("route").path("cluster").isString()) {
      JsonNode route = node.path("route");
      routes.put(route.path("cluster").asString(""), route(route));
    }
    for (JsonNode weighted : node.path("route").path("weighted_clusters").path("clusters")) {
      routes.put(weighted.path("name").asString(""), route(node.path("route")));
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
