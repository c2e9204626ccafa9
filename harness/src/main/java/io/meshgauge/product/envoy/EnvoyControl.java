package io.meshgauge.product.envoy;

import io.meshgauge.measure.ProxyRules;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.ListenerCounters;
import io.meshgauge.topology.ProxyControl;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Client of Envoy's administration interface. Limits are lifted through Envoy's runtime. */
public record EnvoyControl() implements ProxyControl {
  /** Higher than any number of concurrent requests. */
  private static final String UNLIMITED = "1000000";

  private static final String OFF = "0";

  /** Envoy removes an override with this value. */
  private static final String AS_CONFIGURED = "";

  @Override
  public ProxyRules rules(UnaryOperator<String> pages) {
    return EnvoyRules.parse(pages.apply("/config_dump"));
  }

  @Override
  public Set<BigInteger> certificates(UnaryOperator<String> pages) {
    return EnvoyCertificates.parse(pages.apply(EnvoyCertificates.PAGE));
  }

  @Override
  public Map<String, String> listenerVersions(UnaryOperator<String> pages) {
    return EnvoyListenerVersions.parse(pages.apply(EnvoyListenerVersions.PAGE));
  }

  @Override
  public List<String> limits(DataPlane plane, boolean lifted) {
    List<String> overrides = new ArrayList<>();
    if (plane.traffic().perSecond().isPresent()) {
      overrides.add("local_rate_limit_enabled=" + (lifted ? OFF : AS_CONFIGURED));
    }
    if (plane.traffic().underWay().isPresent()) {
      String inFlight = lifted ? UNLIMITED : AS_CONFIGURED;
      for (String destination : destinations(plane)) {
        String key = "circuit_breakers.%s.default.".formatted(destination);
        overrides.add(encoded(key + "max_requests") + "=" + inFlight);
        overrides.add(encoded(key + "max_pending_requests") + "=" + inFlight);
      }
    }
    // A proxy stores overrides for destinations that it does not have; they have no effect.
    return overrides.isEmpty()
        ? List.of()
        : List.of("/runtime_modify?" + String.join("&", overrides));
  }

  private static List<String> destinations(DataPlane plane) {
    return plane.senders().stream()
        .map(Listener::counters)
        .map(ListenerCounters::destination)
        .distinct()
        .sorted()
        .toList();
  }

  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8);
  }
}
