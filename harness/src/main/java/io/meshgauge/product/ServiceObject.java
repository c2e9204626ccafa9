package io.meshgauge.product;

import java.util.LinkedHashMap;
import java.util.Map;

/** Builds custom resources of a mesh that belong to one service. */
public final class ServiceObject {
  private ServiceObject() {}

  /** An object with the name of its service. */
  public static Map<String, Object> of(
      String version, String kind, String service, Map<String, Object> spec) {
    return of(version, kind, service, service, spec);
  }

  /**
   * One of several objects of a service.
   *
   * @param version API version, for example {@code security.istio.io/v1}
   */
  public static Map<String, Object> of(
      String version, String kind, String service, String name, Map<String, Object> spec) {
    Map<String, Object> labels = new LinkedHashMap<>();
    labels.put("app", service);
    labels.put("app.kubernetes.io/name", service);
    labels.put("app.kubernetes.io/part-of", "meshgauge");
    labels.put("app.kubernetes.io/managed-by", "meshgauge");
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", name);
    metadata.put("labels", labels);
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", version);
    object.put("kind", kind);
    object.put("metadata", metadata);
    object.put("spec", spec);
    return object;
  }
}
