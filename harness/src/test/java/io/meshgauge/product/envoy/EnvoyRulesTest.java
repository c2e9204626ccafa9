package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Limits;
import io.meshgauge.measure.counter.ProxyRules.Rate;
import io.meshgauge.measure.counter.ProxyRules.Route;
import io.meshgauge.measure.counter.ProxyRules.Size;
import io.meshgauge.probe.ProbeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnvoyRulesTest {
  private static final String PAGE =
      """
      {"configs": [
        {"@type": "type.googleapis.com/envoy.admin.v3.ClustersConfigDump",
         "static_clusters": [
           {"cluster": {"name": "outbound_order",
             "circuit_breakers": {"thresholds": [
               {"max_connections": 4294967295, "max_pending_requests": 7, "max_requests": 8,
                "max_retries": 2}]}}}],
         "dynamic_active_clusters": [
           {"cluster": {"name": "outbound|8082||auth", "circuit_breakers": {"thresholds": [{}]},
             "outlier_detection": {"consecutive_5xx": 7}}},
           {"cluster": {"name": "usual", "outlier_detection": {}}}]},
        {"@type": "type.googleapis.com/envoy.admin.v3.ListenersConfigDump",
         "static_listeners": [{"listener": {"filter_chains": [{"filters": [{"typed_config": {
           "http_filters": [{"name": "envoy.filters.http.local_ratelimit", "typed_config": {
             "@type": "type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit",
             "token_bucket": {"max_tokens": 30, "tokens_per_fill": 15, "fill_interval": "0.500s"}}}],
           "route_config": {"virtual_hosts": [{"routes": [
             {"route": {"cluster": "outbound_order", "timeout": "0.250s",
               "retry_policy": {"retry_on": "5xx,unavailable", "num_retries": 3}}},
             {"route": {"cluster": "outbound_auth", "timeout": "0s"}},
             {"route": {"cluster": "outbound_short"}}]}]}}}]}]}}]}]}
      """;

  /**
   * Configuration that an istiod (1.31-dev) generated for a waypoint from the objects of a variant
   * with {@code request-timeout: 250ms}, {@code retries: 3}, {@code retry-on: 5xx}, {@code
   * circuit-breaker: 7} and {@code concurrent-retries: 3} for order, and without objects for auth;
   * unrelated parts of the listener are removed.
   */
  @Test
  void aWaypointsRulesAreUnderTheNamesThatItsListenersHave() throws IOException {
    String page;
    try (InputStream in = EnvoyRulesTest.class.getResourceAsStream("waypoint-config.json")) {
      page = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
    String order = "inbound-vip|8080|http|order.mg1.svc.cluster.local";
    String auth = "inbound-vip|8080|http|auth.mg1.svc.cluster.local";

    ProxyRules rules = EnvoyRules.parse(page);

    assertThat(rules.routes().get(order))
        .isEqualTo(
            new Route(
                3,
                "5xx,connect-failure,refused-stream,unavailable,cancelled",
                Optional.of(Duration.ofMillis(250))));
    assertThat(rules.limits())
        .containsEntry(order, new Limits(7, 7, 3))
        .containsEntry(auth, new Limits(4294967295L, 4294967295L, 4294967295L));
    assertThat(rules.routes().get(auth)).extracting(Route::retries).isEqualTo(2);
  }

  @Test
  void routesLimitsAndRatesAreFoundWhereverTheyAre() {
    ProxyRules rules = EnvoyRules.parse(PAGE);

    assertThat(rules.routes())
        .containsEntry(
            "outbound_order", new Route(3, "5xx,unavailable", Optional.of(Duration.ofMillis(250))))
        .containsEntry("outbound_auth", new Route(0, "", Optional.empty()))
        .containsEntry("outbound_short", new Route(0, "", Optional.of(Duration.ofSeconds(15))))
        .hasSize(3);
    assertThat(rules.limits())
        .containsEntry("outbound_order", new Limits(8, 7, 2))
        .containsEntry("outbound|8082||auth", new Limits(1024, 1024, 3))
        .hasSize(2);
    assertThat(rules.rates()).containsExactly(new Rate(30, 30));
    assertThat(rules.leavingOut())
        .containsOnly(Map.entry("outbound|8082||auth", 7L), Map.entry("usual", 5L));
  }

  @Test
  void whatNoRequestUsesIsCountedAndSteersNothing() {
    String page =
        """
        {"configs": [
          {"bootstrap": {"static_resources": {"clusters": [{"name": "synthetic3"}]}}},
          {"static_clusters": [
             {"cluster": {"name": "outbound_order"}},
             {"cluster": {"name": "synthetic1", "circuit_breakers": {"thresholds": [{}]}}}],
           "dynamic_active_clusters": [
             {"cluster": {"name": "outbound|9||synthetic2.meshgauge.internal"}},
             {"cluster": {"name": "outbound|9||synthetics.meshgauge.internal"}}],
           "dynamic_warming_clusters": [{"cluster": {"name": "synthetic4"}}]},
          {"virtual_hosts": [
             {"name": "order", "routes": [
               {"name": "synthetic1", "route": {"cluster": "outbound_order", "timeout": "9s"}},
               {"name": "synthetic2", "route": {"cluster": "outbound_order"}},
               {"name": "synthetic2", "route": {"cluster": "outbound_order"}},
               {"name": "default", "route": {"cluster": "outbound_order", "timeout": "1s"}},
               {"name": "synthetic3", "route": {"cluster": "outbound_order"}}]},
             {"name": "auth", "routes": [
               {"name": "synthetic1"},
               {"route": {"weighted_clusters": {"clusters": [{"name": "a"}, {"name": "b"}]}}}]},
             {"name": "synthetic1", "routes": [{"route": {"cluster": "synthetic1"}}]},
             {"name": "payment", "routes": [{"route": {"cluster": "outbound_payment"}}]}]}]}
        """;

    ProxyRules rules = EnvoyRules.parse(page);

    assertThat(rules.size()).isEqualTo(new Size(4, 2, Map.of("outbound_order", 2, "a", 1, "b", 1)));
    assertThat(rules.routes()).containsOnlyKeys("outbound_order", "a", "b", "outbound_payment");
    assertThat(rules.routes().get("outbound_order").timeout()).contains(Duration.ofSeconds(1));
    assertThat(rules.limits()).isEmpty();
  }

  @Test
  void anotherPageIsRefused() {
    assertThatThrownBy(() -> EnvoyRules.parse("{\"clusters\": []}"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("/config_dump");
    assertThatThrownBy(() -> EnvoyRules.parse("cluster: 1"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("not JSON");
  }
}
