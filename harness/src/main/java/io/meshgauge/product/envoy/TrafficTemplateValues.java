package io.meshgauge.product.envoy;

import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.Traffic;
import io.meshgauge.topology.Traffic.Retries;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Template values of the traffic rules for Envoys that forward requests. */
public final class TrafficTemplateValues {
  /** Maximum of an Envoy limit, which is Istio's default. */
  private static final long NO_LIMIT = 4_294_967_295L;

  private TrafficTemplateValues() {}

  /**
   * The values {@code retries}, {@code requestTimeout}, {@code rateLimit}, {@code mostRequests},
   * {@code mostRetries}, {@code leavingOut}, {@code steered} if any rule deviates from the default,
   * and {@code limited} if requests may be refused.
   */
  public static Map<String, Object> of(Traffic traffic) {
    Map<String, Object> gaps = new TreeMap<>();
    Retries retries = TrafficSettings.retries(traffic);
    gaps.put(
        "retries",
        retries.most() == 0
            ? false
            : Map.of("most", retries.most(), "onAnswers", retries.onAnswers()));
    gaps.put(
        "requestTimeout",
        traffic
            .timeout()
            .map(it -> String.format(Locale.ROOT, "%.3fs", it.toMillis() / 1e3))
            .orElse("0s"));
    gaps.put("rateLimit", false);
    traffic.perSecond().ifPresent(most -> gaps.put("rateLimit", Map.of("perSecond", most)));
    gaps.put("mostRequests", traffic.underWay().map(Integer::longValue).orElse(NO_LIMIT));
    gaps.put("mostRetries", traffic.retriesUnderWay().map(Integer::longValue).orElse(NO_LIMIT));
    gaps.put("leavingOut", false);
    traffic.failuresInARow().ifPresent(most -> gaps.put("leavingOut", Map.of("inARow", most)));
    gaps.put("steered", traffic.any());
    gaps.put("limited", traffic.perSecond().isPresent() || traffic.underWay().isPresent());
    return gaps;
  }
}
