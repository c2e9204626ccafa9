package io.meshgauge.product.envoy;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.topology.plane.ProxyControl;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyTotal;
import io.meshgauge.topology.plane.ProxyType;
import io.meshgauge.topology.routing.ConfigurationSize;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Envoy, observed by its statistics page.
 *
 * @param program as it is requested of the platform
 * @param release that is claimed; empty: whichever there is
 * @param crowded whether it has services that no request uses, whose counters are not read: Envoy
 *     needs memory to list them, which would be measured as if they needed it
 */
public record EnvoyType(String program, String release, boolean crowded) implements ProxyType {
  public static final String PROGRAM = "envoy";

  /** All counters but those of clusters of {@link ConfigurationSize}; RE2 has no negation. */
  private static final String OTHERS =
      "^([^c]|c[^l]|cl[^u]|cluster[^.]|cluster\\.([^so]|outbound(_|\\|([^9]|9[^|]))))";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,20}");

  /** Whichever release there is. */
  public EnvoyType() {
    this(PROGRAM, "", false);
  }

  /** Whichever release there is, with services that no request uses, or without. */
  public EnvoyType(boolean crowded) {
    this(PROGRAM, "", crowded);
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
    return crowded
        ? "/stats?filter=" + URLEncoder.encode(OTHERS, StandardCharsets.UTF_8)
        : "/stats";
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
    return Optional.of(new EnvoyControl(release));
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
