package io.meshgauge.product.envoy;

import io.meshgauge.probe.ProbeException;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The versions of the listeners that were pushed to an Envoy, as its {@code /config_dump} says: the
 * name of the first filter chain. Of a listener whose filter chains alone were replaced Envoy goes
 * on to tell the version of the whole that it began with.
 */
final class EnvoyListenerVersions {
  static final String PAGE = "/config_dump?resource=dynamic_listeners";
  private static final JsonMapper JSON = new JsonMapper();

  private EnvoyListenerVersions() {}

  /**
   * By listener the version that takes new connections, or a text that says why there is none or
   * another one to come.
   *
   * @throws ProbeException when it is none of Envoy's
   */
  static Map<String, String> parse(String page) {
    Map<String, String> versions = new TreeMap<>();
    try {
      for (JsonNode listener : JSON.readTree(page).path("configs")) {
        versions.put(listener.path("name").asString(), version(listener));
      }
    } catch (JacksonException e) {
      throw new ProbeException(
          "%s is no page of listeners as Envoy writes it: %s".formatted(PAGE, e.getMessage()), e);
    }
    return versions;
  }

  private static String version(JsonNode listener) {
    // A listener that Envoy did not take stays as it was, with the reason beside it.
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
