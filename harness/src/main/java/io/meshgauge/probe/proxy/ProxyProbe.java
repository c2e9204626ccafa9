package io.meshgauge.probe.proxy;

import io.meshgauge.measure.Counters;
import io.meshgauge.measure.ProxyRules;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ProxyKind;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A reader of the counters that proxies show on a page of their own. */
public final class ProxyProbe {
  private final Scraper scraper;

  /** How often a page was read that counts its own readings. */
  private final Map<Address, Integer> readings = new ConcurrentHashMap<>();

  /** A probe that reads through a scraper. */
  public ProxyProbe(Scraper scraper) {
    this.scraper = scraper;
  }

  /**
   * One proxy's counters and gauges at one instant.
   *
   * @param text the page as it came
   * @param counters values by the product's names
   */
  public record Reading(String text, Counters counters) {}

  /**
   * Reads several proxies of a product, one after the other.
   *
   * @param admin address of the page by proxy
   * @throws io.meshgauge.probe.ProbeException when one gives no answer
   */
  public SortedMap<String, Reading> read(ProxyKind kind, Map<String, Address> admin) {
    SortedMap<String, Reading> all = new TreeMap<>();
    new TreeMap<>(admin).forEach((proxy, address) -> all.put(proxy, read(kind, address)));
    return all;
  }

  /**
   * What proxies say of the rules by which they steer requests, read one after the other.
   *
   * @param admin address of the page by proxy, of those that tell ({@link ProxyKind#tellsRules})
   * @throws io.meshgauge.probe.ProbeException when one gives no answer
   */
  public SortedMap<String, ProxyRules> rules(Map<String, Address> admin) {
    SortedMap<String, ProxyRules> all = new TreeMap<>();
    admin.forEach(
        (proxy, address) -> all.put(proxy, EnvoyRules.parse(scraper.get(address, "/config_dump"))));
    return all;
  }

  /** Reads one proxy. */
  public Reading read(ProxyKind kind, Address admin) {
    String text = scraper.get(admin, kind.countersPage());
    Counters counters = ProxyPages.parse(kind, text);
    return new Reading(text, kind == ProxyKind.NGINX ? withoutReadings(admin, counters) : counters);
  }

  /**
   * NGINX counts connections and requests of all its listeners, and so each reading, which is one
   * of both: those are ours.
   */
  private Counters withoutReadings(Address admin, Counters counters) {
    int ours = readings.merge(admin, 1, Integer::sum);
    Map<String, Double> values = new TreeMap<>(counters.values());
    values.replaceAll((name, all) -> all - ours);
    return Counters.of(values);
  }
}
