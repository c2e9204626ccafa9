package io.meshgauge.probe.proxy;

import io.meshgauge.measure.Counters;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A reader of the counters of Envoy's admin interface ({@code /stats}). */
public final class ProxyProbe {
  private final Scraper scraper;

  /** A probe that reads through a scraper. */
  public ProxyProbe(Scraper scraper) {
    this.scraper = scraper;
  }

  /**
   * One proxy's counters and gauges at one instant.
   *
   * @param text the page as it came
   * @param counters values by Envoy's names
   */
  public record Reading(String text, Counters counters) {}

  /**
   * Reads several proxies, one after the other.
   *
   * @param admin address of the admin interface by proxy
   * @throws io.meshgauge.probe.ProbeException when one gives no answer
   */
  public SortedMap<String, Reading> read(Map<String, Address> admin) {
    SortedMap<String, Reading> readings = new TreeMap<>();
    new TreeMap<>(admin).forEach((proxy, address) -> readings.put(proxy, read(address)));
    return readings;
  }

  /** Reads one proxy. */
  public Reading read(Address admin) {
    String text = scraper.get(admin, "/stats");
    return new Reading(text, parse(text));
  }

  /**
   * The counters and gauges of a {@code /stats} page: lines {@code name: number}. Histograms and
   * texts, which the page also lists, are left out.
   */
  public static Counters parse(String text) {
    Map<String, Double> values = new TreeMap<>();
    text.lines()
        .forEach(
            line -> {
              int colon = line.lastIndexOf(": ");
              String value = colon < 0 ? "" : line.substring(colon + 2);
              if (value.matches("\\d{1,20}")) {
                values.put(line.substring(0, colon), Double.parseDouble(value));
              }
            });
    return Counters.of(values);
  }
}
