package io.meshgauge.product.nginx;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyType;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** NGINX, observed by its page {@code stub_status}. */
public record NginxType() implements ProxyType {
  private static final Pattern REQUESTS =
      Pattern.compile(
          "(?m)^server accepts handled requests[ \\t]*\\r?\\n[ \\t]*+(\\d++)[ \\t]++\\d++[ \\t]++(\\d++)");

  @Override
  public String program() {
    return "nginx";
  }

  @Override
  public String configSuffix() {
    return "conf";
  }

  @Override
  public String readyPage() {
    return "/ready";
  }

  @Override
  public String countersPage() {
    return "/stub_status";
  }

  /**
   * Connections and requests of all its listeners since it was started. Each reading of the page is
   * itself one connection and one request, and is subtracted.
   */
  @Override
  public Counters counters(String page, int readings) {
    Matcher found = REQUESTS.matcher(page);
    if (!found.find()) {
      throw ProbeException.unexpected("NGINX's page stub_status with its line of requests", page);
    }
    return Counters.of(
        Map.of(
            "accepts", Double.parseDouble(found.group(1)) - readings,
            "requests", Double.parseDouble(found.group(2)) - readings));
  }

  @Override
  public List<String> command(ProxyLaunch launch) {
    String modules =
        launch.modules().stream()
            .filter(module -> !module.equals(launch.program()))
            .map(" load_module %s;"::formatted)
            .collect(Collectors.joining());
    return List.of(
        launch.program().toString(),
        "-p",
        String.valueOf(launch.config().getParent()),
        "-e",
        "stderr",
        "-c",
        launch.config().toString(),
        "-g",
        "daemon off;" + modules);
  }
}
