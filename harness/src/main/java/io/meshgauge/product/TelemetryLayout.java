package io.meshgauge.product;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import io.meshgauge.experiment.Telemetry.Statistics;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.Backends;
import io.meshgauge.topology.plane.Backends.AccessLogs;
import io.meshgauge.topology.plane.Backends.Form;
import io.meshgauge.topology.plane.Backends.Scraping;
import io.meshgauge.topology.plane.Backends.Tracing;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Destinations of a variant's telemetry at a site.
 *
 * @param backends addresses and files
 * @param folder of the access logs
 */
public record TelemetryLayout(Backends backends, Path folder) {

  /**
   * Assigns free ports of a site.
   *
   * @param proxies names of the proxies that write access logs; may be empty
   * @param kept name fragments of the counters that proxies keep when they keep the fewest
   */
  public static TelemetryLayout at(
      Site site, Telemetry telemetry, Collection<String> proxies, List<String> kept) {
    Path folder = site.folder().resolve("access-logs").toAbsolutePath();
    Map<String, Path> files =
        proxies.stream()
            .collect(Collectors.toMap(Function.identity(), name -> folder.resolve(name + ".log")));
    return new TelemetryLayout(
        new Backends(
            Optional.of(telemetry)
                .filter(Telemetry::traces)
                .map(it -> new Tracing(site.free(), it.percent(), "")),
            telemetry.scraped().map(interval -> new Scraping(site.free(), interval, false)),
            Optional.of(telemetry)
                .filter(Telemetry::logs)
                .map(
                    it ->
                        new AccessLogs(
                            files, it.accessLog() == AccessLog.EACH_LINE, Form.LISTENERS)),
            telemetry.statistics() == Statistics.MINIMAL ? kept : List.of()),
        folder);
  }

  /** Template values {@code tracing}, {@code accessLog}, {@code fewest}. */
  public Map<String, Object> templateValues() {
    Map<String, Object> templateValues = new TreeMap<>();
    templateValues.put("tracing", false);
    backends.tracing().ifPresent(tracing -> templateValues.put("tracing", tracing));
    templateValues.put(
        "accessLog",
        backends.accessLogs().isPresent() ? Map.of("folder", folder.toString()) : false);
    templateValues.put("fewest", !backends.kept().isEmpty());
    return templateValues;
  }
}
