package io.meshgauge.probe.proxy;

import io.meshgauge.measure.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.topology.ProxyKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** The pages on which products show their counters, understood. */
final class ProxyPages {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,20}");
  private static final Pattern NGINX_REQUESTS =
      Pattern.compile(
          "(?m)^server accepts handled requests[ \\t]*\\r?\\n[ \\t]*+(\\d++)[ \\t]++\\d++[ \\t]++(\\d++)");

  private ProxyPages() {}

  /**
   * The counters and gauges of a page.
   *
   * @throws ProbeException when it is not such a page
   */
  static Counters parse(ProxyKind kind, String text) {
    return Counters.of(
        switch (kind) {
          case ENVOY, DECISION -> envoy(text);
          case HAPROXY -> haproxy(text);
          case NGINX -> nginx(text);
          case TRAEFIK -> traefik(text);
          case LINKERD -> LinkerdPage.parse(text);
          case ZTUNNEL -> IstioPages.ztunnel(text);
          case WAYPOINT -> IstioPages.waypoint(text);
        });
  }

  /** Lines {@code name: number}. Histograms and texts, which the page also lists, are left out. */
  private static Map<String, Double> envoy(String text) {
    Map<String, Double> values = new TreeMap<>();
    text.lines()
        .forEach(
            line -> {
              int colon = line.lastIndexOf(": ");
              String value = colon < 0 ? "" : line.substring(colon + 2);
              if (NUMBER.matcher(value).matches()) {
                values.put(line.substring(0, colon), Double.parseDouble(value));
              }
            });
    return values;
  }

  /** A table with a line per frontend, backend and server: {@code order.FRONTEND.req_tot}. */
  private static Map<String, Double> haproxy(String text) {
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setTrailingDelimiter(true)
            .setIgnoreEmptyLines(true)
            .get();
    if (!text.startsWith("# pxname,svname,")) {
      throw unexpected("HAProxy's statistics as a table that begins with '# pxname,svname,'", text);
    }
    Map<String, Double> values = new TreeMap<>();
    try (CSVParser table = CSVParser.parse(text.substring(2), format)) {
      for (CSVRecord line : table) {
        String name = line.get("pxname") + "." + line.get("svname") + ".";
        line.toMap()
            .forEach(
                (column, value) -> {
                  if (NUMBER.matcher(value).matches()) {
                    values.put(name + column, Double.parseDouble(value));
                  }
                });
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new ProbeException("HAProxy's statistics are no table: " + e.getMessage(), e);
    }
    return values;
  }

  /** Connections and requests of all its listeners since it was started, this one's included. */
  private static Map<String, Double> nginx(String text) {
    Matcher found = NGINX_REQUESTS.matcher(text);
    if (!found.find()) {
      throw unexpected("NGINX's page stub_status with its line of requests", text);
    }
    return Map.of(
        "accepts", Double.parseDouble(found.group(1)),
        "requests", Double.parseDouble(found.group(2)));
  }

  /** Sums by metric and by what it is a metric of: an entry point, or a service. */
  private static Map<String, Double> traefik(String text) {
    Map<String, Double> values = new TreeMap<>();
    for (Sample sample : PrometheusText.parse(text)) {
      String of = sample.label("entrypoint") + sample.label("service");
      if (sample.name().startsWith("traefik_") && !of.isEmpty()) {
        values.merge(sample.name() + "." + of, sample.value(), Double::sum);
      }
    }
    return values;
  }

  private static ProbeException unexpected(String expected, String found) {
    return new ProbeException(
        "expected %s; found: %s".formatted(expected, found.lines().findFirst().orElse("nothing")));
  }
}
