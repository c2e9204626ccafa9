package io.meshgauge.config;

import io.meshgauge.product.registry.Products;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The keys of an experiment file by section; {@code []} denotes the entries of a list and {@code *}
 * free names. {@code reference.yaml} documents all of them.
 */
final class Shape {
  static final String TOP = "";
  static final String VARIANT = "variants[]";
  static final String PLAN = "plans[]";
  static final String PROTOCOL = "protocol";
  static final String KUBERNETES = "kubernetes";
  static final String SCORING = "scoring";
  static final String COST = "scoring.criteria.* (less is better)";
  static final String BENEFIT = "scoring.criteria.* (more is better)";
  static final String EFFICIENCY = "scoring.efficiency";

  /** Suffix of settings that name an image. */
  static final String IMAGE = "-image";

  /** The public images of programs the project does not build, by program. */
  static final SortedMap<String, String> IMAGES = images();

  /** The known keys of each section. */
  static final Map<String, List<String>> KEYS =
      Map.of(
          TOP,
          List.of(
              "name",
              "platform",
              "kubernetes",
              "seed",
              "variants",
              "plans",
              "protocol",
              "slos",
              "scoring"),
          KUBERNETES,
          cluster(),
          VARIANT,
          List.of("name", "mesh", "policy", "telemetry", "settings"),
          PLAN,
          List.of("name", "duration", "properties", "jmx", "plugins", "target", "jtl"),
          PROTOCOL,
          List.of(
              "replicates",
              "time",
              "effect",
              "rate",
              "arrival",
              "warmup-requests",
              "connections",
              "load-workers",
              "windows",
              "noise-floor",
              "durations"),
          SCORING,
          List.of("criteria", "weights", "normalise", "efficiency"),
          COST,
          List.of("target", "budget"),
          BENEFIT,
          List.of("floor", "ceiling"),
          EFFICIENCY,
          List.of("alpha", "beta", "gamma"));

  private Shape() {}

  private static SortedMap<String, String> images() {
    SortedMap<String, String> images = new TreeMap<>();
    images.put("iperf3", "mlabbe/iperf3:3.19.1-r1");
    images.put("prometheus", "prom/prometheus:v2.42.0");
    images.putAll(Products.images());
    return images;
  }

  private static List<String> cluster() {
    List<String> keys = new ArrayList<>(List.of("context", "namespace", "image-prefix"));
    keys.add("image-tag");
    IMAGES.keySet().forEach(program -> keys.add(program + IMAGE));
    keys.addAll(List.of("install-mesh", "mesh-values", "yes-load-this-cluster"));
    return List.copyOf(keys);
  }
}
