package io.meshgauge.config.section;

import io.meshgauge.product.registry.Products;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The keys of an experiment file by section; {@code []} denotes the entries of a list and {@code *}
 * free names. {@code reference.yaml} documents all of them.
 */
public final class Shape {
  public static final String TOP = "";
  public static final String VARIANT = "variants[]";
  public static final String PLAN = "plans[]";
  public static final String PROTOCOL = "protocol";
  public static final String KUBERNETES = "kubernetes";
  public static final String STOP = "stop";
  public static final String SWEEP = "sweep";
  public static final String SCORING = "scoring";
  public static final String COST = "scoring.criteria.* (less is better)";
  public static final String BENEFIT = "scoring.criteria.* (more is better)";
  public static final String EFFICIENCY = "scoring.efficiency";
  public static final String PRICES = "scoring.prices";

  /** Sections of the file of an application. */
  public static final String APPLICATION = "application";

  public static final String SERVICE = "application.services.*";
  public static final String RUN = "application.services.*.run";
  public static final String PROBE = "application.services.*.probe";
  public static final String CALL = "application.calls[]";
  public static final String REQUEST = "application.requests.*";
  public static final String APPLICATION_PLAN = "application.plans.*";
  public static final String ATTACH = "application.attach";
  public static final String ARMS = "application.arms";

  /** Suffix of settings that name an image. */
  public static final String IMAGE = "-image";

  /** The public images of programs the project does not build, by program. */
  public static final SortedMap<String, String> IMAGES = Products.images();

  /** The known keys of each section. */
  public static final Map<String, List<String>> KEYS =
      Map.ofEntries(
          Map.entry(
              TOP,
              List.of(
                  "name",
                  "platform",
                  "application",
                  "kubernetes",
                  "seed",
                  "sweep",
                  "variants",
                  "plans",
                  "protocol",
                  "slos",
                  "stop",
                  "scoring")),
          Map.entry(KUBERNETES, cluster()),
          Map.entry(VARIANT, List.of("name", "mesh", "policy", "telemetry", "settings")),
          Map.entry(
              PLAN, List.of("name", "duration", "properties", "jmx", "plugins", "target", "jtl")),
          Map.entry(
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
                  "send-lag",
                  "durations")),
          Map.entry(STOP, List.of("error_ratio", "response_p99", "for")),
          Map.entry(
              SWEEP,
              List.of(
                  "rate", "connections", "payload-bytes", "policy-rules", "sampling", "held-out")),
          Map.entry(SCORING, List.of("criteria", "weights", "normalise", "efficiency", "prices")),
          Map.entry(COST, List.of("target", "budget")),
          Map.entry(BENEFIT, List.of("floor", "ceiling")),
          Map.entry(EFFICIENCY, List.of("alpha", "beta", "gamma")),
          Map.entry(PRICES, List.of("core-hour", "gib-hour")),
          Map.entry(
              APPLICATION,
              List.of(
                  "name",
                  "every-service",
                  "services",
                  "calls",
                  "load",
                  "requests",
                  "plans",
                  "deploy",
                  "attach",
                  "arms")),
          Map.entry(ATTACH, List.of("namespace")),
          Map.entry(ARMS, List.of("header", "settings")),
          Map.entry(
              SERVICE,
              List.of(
                  "port",
                  "protocol",
                  "pages-port",
                  "ready",
                  "metrics",
                  "settings",
                  "probe",
                  "run")),
          Map.entry(
              RUN, List.of("command", "jar", "arguments", "environment", "secrets", "setting")),
          Map.entry(PROBE, List.of("method", "path", "send")),
          Map.entry(CALL, List.of("from", "to", "per-request", "only", "except", "uncertain")),
          Map.entry(
              REQUEST,
              List.of(
                  "weight", "method", "path", "headers", "body", "token", "expect", "refused",
                  "to")),
          Map.entry(APPLICATION_PLAN, List.of("load", "requests")));

  private Shape() {}

  private static List<String> cluster() {
    List<String> keys = new ArrayList<>(List.of("context", "namespace", "image-prefix"));
    keys.add("image-tag");
    IMAGES.keySet().forEach(program -> keys.add(program + IMAGE));
    keys.addAll(List.of("install-mesh", "mesh-values", "yes-load-this-cluster"));
    return List.copyOf(keys);
  }
}
