package io.meshgauge.config;

import java.util.List;
import java.util.Map;

/**
 * The keys of an experiment file, section by section; {@code []} stands for a list's entries and
 * {@code *} for free names. {@code reference.yaml} documents every one of them.
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
          List.of(
              "context",
              "namespace",
              "image-prefix",
              "image-tag",
              "iperf3-image",
              "prometheus-image",
              "envoy-image",
              "haproxy-image",
              "nginx-image",
              "traefik-image",
              "install-mesh",
              "mesh-values",
              "yes-load-this-cluster"),
          VARIANT,
          List.of("name", "mesh", "policy", "telemetry", "settings"),
          PLAN,
          List.of("name", "duration", "properties"),
          PROTOCOL,
          List.of(
              "replicates",
              "rate",
              "arrival",
              "warmup-requests",
              "connections",
              "load-workers",
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
}
