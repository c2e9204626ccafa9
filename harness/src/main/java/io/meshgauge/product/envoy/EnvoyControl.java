package io.meshgauge.product.envoy;

import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyControl;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Client of Envoy's administration interface. Limits are lifted through Envoy's runtime.
 *
 * @param release that is claimed; empty: whichever there is
 */
public record EnvoyControl(String release) implements ProxyControl {
  private static final String CERTIFICATES_PAGE = "/certs";
  private static final String VERSION_PAGE = "/server_info";
  private static final int HEXADECIMAL = 16;
  private static final JsonMapper JSON = new JsonMapper();
  private static final String LISTENERS_PAGE = "/config_dump?resource=dynamic_listeners";

  /** Higher than any number of concurrent requests. */
  private static final String UNLIMITED = "1000000";

  private static final String OFF = "0";

  /** Envoy removes an override with this value. */
  private static final String AS_CONFIGURED = "";

  @Override
  public ProxyRules rules(UnaryOperator<String> pages) {
    return EnvoyRules.parse(pages.apply("/config_dump")).of(version(pages.apply(VERSION_PAGE)));
  }

  /** The release on the page, such as 1.40.0; its builders add revision and kind of build. */
  static String version(String json) {
    try {
      String[] parts = JSON.readTree(json).path("version").asString("").split("/", -1);
      return parts.length > 1 ? parts[1] : "";
    } catch (JacksonException e) {
      throw new ProbeException(
          "Envoy's page %s is not JSON: %s".formatted(VERSION_PAGE, e.getOriginalMessage()), e);
    }
  }

  @Override
  public Set<BigInteger> certificates(UnaryOperator<String> pages) {
    return serialNumbers(pages.apply(CERTIFICATES_PAGE));
  }

  @Override
  public Map<String, String> listenerVersions(UnaryOperator<String> pages) {
    return versions(pages.apply(LISTENERS_PAGE));
  }

  @Override
  public List<String> limits(DataPlane plane, boolean lifted) {
    List<String> overrides = new ArrayList<>();
    if (plane.traffic().perSecond().isPresent()) {
      overrides.add("local_rate_limit_enabled=" + (lifted ? OFF : AS_CONFIGURED));
    }
    if (plane.traffic().maxInFlight().isPresent()) {
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

  /**
   * Serial numbers of the certificates on the page; more than one while some listeners or clusters
   * have not loaded a new one.
   *
   * @throws ProbeException when the page is not Envoy's
   */
  static Set<BigInteger> serialNumbers(String page) {
    Set<BigInteger> serials = new TreeSet<>();
    try {
      for (JsonNode held : JSON.readTree(page).path("certificates")) {
        JsonNode chain = held.path("cert_chain");
        if (!chain.isEmpty()) {
          // The first certificate of the chain is the proxy's own.
          String serial = chain.path(0).path("serial_number").asString();
          serials.add(new BigInteger(serial, HEXADECIMAL));
        }
      }
    } catch (JacksonException | NumberFormatException e) {
      throw new ProbeException(
          "%s is not Envoy's page of certificates: %s".formatted(CERTIFICATES_PAGE, e.getMessage()),
          e);
    }
    return serials;
  }

  /**
   * By listener, the version that accepts new connections, or the reason why there is none or
   * another one is pending. The version is the name of the first filter chain, and not the page's
   * version field: when only filter chains change, Envoy keeps reporting the version of the
   * original listener.
   *
   * @throws ProbeException when the page is not Envoy's
   */
  static Map<String, String> versions(String page) {
    Map<String, String> versions = new TreeMap<>();
    try {
      for (JsonNode listener : JSON.readTree(page).path("configs")) {
        versions.put(listener.path("name").asString(), version(listener));
      }
    } catch (JacksonException e) {
      throw new ProbeException(
          "%s is not Envoy's page of listeners: %s".formatted(LISTENERS_PAGE, e.getMessage()), e);
    }
    return versions;
  }

  private static String version(JsonNode listener) {
    // A listener update that Envoy rejects stays on the page with its error next to it.
    if (listener.has("error_state")) {
      return "refused: " + listener.path("error_state").path("details").asString("for no reason");
    }
    if (listener.has("warming_state")) {
      return "not ready yet";
    }
    JsonNode chains = listener.path("active_state").path("listener").path("filter_chains");
    return chains.path(0).path("name").asString("none");
  }
}
