package io.meshgauge.product.envoy;

import io.meshgauge.probe.ProbeException;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Versions of the listeners that were pushed to an Envoy, read from {@code /config_dump} as the
 * name of the first filter chain. The version field of the page is not used: when only filter
 * chains change, Envoy keeps reporting the version of the original listener.
 */
final class EnvoyListenerVersions {
  static final String PAGE = "/config_dump?resource=dynamic_listeners";
  private static final JsonMapper JSON = new JsonMapper();

  private EnvoyListenerVersions() {}

  /**
   * By listener, the version that accepts new connections, or the reason why there is none or
   * another one is pending.
   *
   * @throws ProbeException when the page is not Envoy's
   */
  static Map<String, String> parse(String page) {
    Map<String, String> versions = new TreeMap<>();
    try {
      for (JsonNode listener : JSON.readTree(page).path("configs")) {
        versions.put(listener.path("name").asString(), version(listener));
      }
    } catch (JacksonException e) {
      throw new ProbeException(
          "%s is not Envoy's page of listeners: %s".formatted(PAGE, e.getMessage()), e);
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
