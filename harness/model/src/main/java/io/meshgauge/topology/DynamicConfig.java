package io.meshgauge.topology;

import java.util.List;
import java.util.Map;

/**
 * What of a data plane can be changed while it runs.
 *
 * @param credentials whose credential a proxy shows and reloads when it is replaced, by the name of
 *     the proxy; empty where credentials are read once
 * @param policies how the policy before each service is changed; empty where policies are read once
 */
public record DynamicConfig(Map<String, String> credentials, List<PolicyPush> policies) {
  /** Nothing: all is as the proxies were started with. */
  public static final DynamicConfig NONE = new DynamicConfig(Map.of(), List.of());

  public DynamicConfig {
    credentials = Map.copyOf(credentials);
    policies = List.copyOf(policies);
  }
}
