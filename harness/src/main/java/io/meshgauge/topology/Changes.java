package io.meshgauge.topology;

import java.util.Map;

/**
 * What of a data plane can be changed while it runs.
 *
 * @param credentials whose credential a proxy shows and takes anew when it is replaced, by the name
 *     of the proxy; empty where credentials are read once
 */
public record Changes(Map<String, String> credentials) {
  /** Nothing: all is as the proxies were started with. */
  public static final Changes NONE = new Changes(Map.of());

  public Changes {
    credentials = Map.copyOf(credentials);
  }
}
