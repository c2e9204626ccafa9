package io.meshgauge.product.haproxy;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** HAProxy, observed by its statistics as CSV. */
public record HaproxyType() implements ProxyType {
  private static final String STATISTICS = "/stats;csv";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,20}");

  @Override
  public String program() {
    return "haproxy";
  }

  @Override
  public String configSuffix() {
    return "cfg";
  }

  @Override
  public String readyPage() {
    return STATISTICS;
  }

  @Override
  public String countersPage() {
    return STATISTICS;
  }

  /**
   * Parses a table with a line per frontend, backend and server: {@code prices.FRONTEND.req_tot}.
   */
  @Override
  public Counters counters(String page, int readings) {
    if (!page.startsWith("# pxname,svname,")) {
      throw ProbeException.unexpected(
          "HAProxy's statistics as a table that begins with '# pxname,svname,'", page);
    }
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setTrailingDelimiter(true)
            .setIgnoreEmptyLines(true)
            .get();
    Map<String, Double> values = new TreeMap<>();
    try (CSVParser table = CSVParser.parse(page.substring(2), format)) {
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
      throw new ProbeException("HAProxy's statistics are not a table: " + e.getMessage(), e);
    }
    return Counters.of(values);
  }

  @Override
  public List<String> command(ProxyLaunch launch) {
    return List.of(launch.program().toString(), "-db", "-f", launch.config().toString());
  }
}
