package io.meshgauge.product.envoy;

import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.Cipher;
import io.meshgauge.topology.connection.TlsVersion;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import io.meshgauge.topology.routing.ConfigurationSize;
import io.meshgauge.topology.routing.Injection;
import io.meshgauge.topology.routing.Routing;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Template values of the traffic rules for Envoys that forward requests. */
public final class TrafficTemplateValues {
  /** Maximum of an Envoy limit, which is Istio's default. */
  private static final long NO_LIMIT = 4_294_967_295L;

  private TrafficTemplateValues() {}

  /**
   * The values {@code retries}, {@code requestTimeout}, {@code rateLimit}, {@code maxRequests},
   * {@code maxRetries}, {@code outlierDetection}, {@code lifetime}, {@code upgraded}, {@code
   * unresumed}, {@code injectDelay}, {@code injectAbort}, {@code stableWeight} and {@code
   * canaryWeight} in percent, {@code tlsMinimum}, {@code tlsMaximum}, {@code keyExchange}, {@code
   * cipher}, {@code crowded} if there are services that no request uses, {@code steered} if any
   * rule deviates from the default, and {@code limited} if requests may be refused.
   */
  public static Map<String, Object> of(Traffic traffic) {
    Map<String, Object> templateValues = new TreeMap<>();
    Retries retries = TrafficSettings.retries(traffic);
    templateValues.put(
        "retries",
        retries.most() == 0
            ? false
            : Map.of("most", retries.most(), "onAnswers", retries.onAnswers()));
    templateValues.put(
        "requestTimeout", traffic.timeout().map(TrafficTemplateValues::seconds).orElse("0s"));
    templateValues.put("rateLimit", false);
    traffic
        .perSecond()
        .ifPresent(most -> templateValues.put("rateLimit", Map.of("perSecond", most)));
    templateValues.put(
        "maxRequests", traffic.maxInFlight().map(Integer::longValue).orElse(NO_LIMIT));
    templateValues.put(
        "maxRetries", traffic.maxRetriesInFlight().map(Integer::longValue).orElse(NO_LIMIT));
    templateValues.put("outlierDetection", false);
    traffic
        .failuresInARow()
        .ifPresent(most -> templateValues.put("outlierDetection", Map.of("inARow", most)));
    templateValues.put("lifetime", false);
    traffic
        .connections()
        .lifetime()
        .ifPresent(most -> templateValues.put("lifetime", Map.of("requests", most)));
    templateValues.put("upgraded", traffic.connections().upgraded());
    templateValues.put("unresumed", !traffic.connections().resumption().orElse(true));
    Optional<TlsVersion> version = traffic.connections().version();
    templateValues.put("tlsMinimum", word(version.orElse(TlsVersion.V1_2)));
    templateValues.put("tlsMaximum", word(version.orElse(TlsVersion.V1_3)));
    templateValues.put("keyExchange", false);
    traffic
        .connections()
        .keyExchange()
        .ifPresent(it -> templateValues.put("keyExchange", Map.of("group", it.title())));
    templateValues.put("cipher", false);
    traffic
        .connections()
        .cipher()
        .ifPresent(it -> templateValues.put("cipher", Map.of("suites", suites(it))));
    templateValues.putAll(weights(traffic.routing().canary().map(it -> it.percent()).orElse(0)));
    templateValues.put("injectDelay", false);
    templateValues.put("injectAbort", false);
    traffic.routing().injection().ifPresent(it -> templateValues.putAll(injected(it)));
    Routing routing = traffic.routing();
    templateValues.put("crowded", routing.size().services() > 0);
    templateValues.put("steered", traffic.routed(routing.sized(ConfigurationSize.AS_USUAL)).any());
    templateValues.put(
        "limited", traffic.perSecond().isPresent() || traffic.maxInFlight().isPresent());
    return templateValues;
  }

  private static Map<String, Object> injected(Injection injection) {
    Map<String, Object> values = new TreeMap<>();
    injection
        .delay()
        .ifPresent(
            it ->
                values.put(
                    "injectDelay",
                    Map.of("length", seconds(it.length()), "percent", it.percent())));
    injection
        .abort()
        .ifPresent(
            it ->
                values.put("injectAbort", Map.of("status", it.status(), "percent", it.percent())));
    return values;
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3fs", time.toMillis() / 1e3);
  }

  /**
   * The values {@code stableWeight} and {@code canaryWeight}.
   *
   * @param percent of the requests for a second version
   */
  public static Map<String, Integer> weights(int percent) {
    return Map.of("stableWeight", 100 - percent, "canaryWeight", percent);
  }

  /** With both kinds of certificates: what is negotiated is proven. */
  private static String suites(Cipher cipher) {
    return "%s, %s"
        .formatted(cipher.suite(CertificateKey.ECDSA_P_256), cipher.suite(CertificateKey.RSA_2048));
  }

  private static String word(TlsVersion version) {
    return version == TlsVersion.V1_2 ? "TLSv1_2" : "TLSv1_3";
  }
}
