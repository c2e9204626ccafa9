package io.meshgauge.mesh.envoy;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Fairness;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Setting;
import io.meshgauge.mesh.Settings;
import io.meshgauge.mesh.Support;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Site;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Plain Envoy beside every workload, at Envoy's own defaults, in plaintext. */
public final class EnvoyMesh implements Mesh {
  /** Worker threads of a sidecar unless said otherwise; Istio's default, so that arms are alike. */
  public static final String DEFAULT_WORKERS = "2";

  private static final String KEY = "envoy";
  private static final Settings SETTINGS = new Settings(KEY, Setting.WORKERS, Setting.TAP);
  private static final ConfigTemplate TEMPLATE =
      new ConfigTemplate(EnvoyMesh.class, "sidecar.yaml.mustache");

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String title() {
    return "Envoy sidecars";
  }

  @Override
  public Support on(PlatformKind platform) {
    return switch (platform) {
      case LOCAL ->
          Support.runs(
              Fidelity.REAL, "An Envoy process beside every workload, the load worker included.");
      case KUBERNETES ->
          Support.notOnKubernetesYet(KEY, "make the envoy image available to the cluster");
    };
  }

  @Override
  public Claims claims() {
    return new Claims(true, false);
  }

  @Override
  public List<String> problems(Variant variant) {
    return SETTINGS.problems(variant);
  }

  @Override
  public DataPlane local(Variant variant, Site site) {
    boolean tapped = variant.setting(Setting.TAP.name(), "off").equals("on");
    return SidecarLayout.of(site, tapped, service -> false)
        .dataPlane(
            sidecar -> TEMPLATE.fill(sidecar, Map.of()),
            Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)));
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant) {
    return Fairness.manifest(
        Map.ofEntries(
            Map.entry("access log", "off"),
            Map.entry("cipher", "none"),
            Map.entry("circuit breaker", "Envoy's defaults: 1024 connections, requests, pending"),
            Map.entry("http version", "HTTP/1.1, h2c for gRPC"),
            Map.entry("keep-alive", "on, idle for up to 1 h"),
            Map.entry("peer identity", "none"),
            Map.entry("request authentication", "none"),
            Map.entry("retries", "none"),
            Map.entry("telemetry", "Envoy's counters"),
            Map.entry("timeouts", "Envoy's defaults: 15 s per request, 5 s to connect"),
            Map.entry("tls version", "none (plaintext)"),
            Map.entry("tracing", "off"),
            Map.entry("workers", variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS))));
  }
}
