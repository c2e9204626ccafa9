package io.meshgauge.probe.proxy;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyControl;
import io.meshgauge.topology.plane.ProxyType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Reads what proxies expose on pages of their own: counters, rules, certificates, versions. */
public final class ProxyProbe {
  private final Scraper scraper;

  /** How often each page was read. */
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
   * Reads several proxies of a type, one after the other.
   *
   * @param admin address of the page by proxy
   * @throws ProbeException when one gives no answer
   */
  public SortedMap<String, Reading> read(ProxyType type, Map<String, Address> admin) {
    SortedMap<String, Reading> all = new TreeMap<>();
    new TreeMap<>(admin).forEach((proxy, address) -> all.put(proxy, read(type, address)));
    return all;
  }

  /** Reads one proxy. */
  public Reading read(ProxyType type, Address admin) {
    String text = scraper.get(admin, type.countersPage());
    return new Reading(text, type.counters(text, readings.merge(admin, 1, Integer::sum)));
  }

  /**
   * The rules by which proxies retry, limit and eject, read one after the other.
   *
   * @param admin address of the administration interface by proxy; those whose type does not report
   *     its rules are skipped
   * @throws ProbeException when one gives no answer
   */
  public SortedMap<String, ProxyRules> rules(DataPlane plane, Map<String, Address> admin) {
    SortedMap<String, ProxyRules> all = new TreeMap<>();
    admin.forEach(
        (proxy, address) ->
            plane
                .type(proxy)
                .or(plane::type)
                .flatMap(ProxyType::control)
                .ifPresent(control -> all.put(proxy, control.rules(pages(address)))));
    return all;
  }

  /**
   * Lifts the limits of a data plane for a warm-up, or restores them. Nothing is sent where the
   * proxies have none, or cannot lift them.
   *
   * @throws ProbeException when a proxy does not accept it
   */
  public void limits(DataPlane plane, Map<String, Address> admin, boolean lifted) {
    List<String> orders =
        plane
            .type()
            .flatMap(ProxyType::control)
            .map(control -> control.limits(plane, lifted))
            .orElse(List.of());
    admin.values().forEach(address -> orders.forEach(order -> scraper.post(address, order)));
  }

  /**
   * The administration interface of a data plane's proxies.
   *
   * @throws ProbeException when they have none
   */
  public ProxyControl control(DataPlane plane) {
    Optional<ProxyType> type = plane.type();
    return type.flatMap(ProxyType::control)
        .orElseThrow(
            () ->
                new ProbeException(
                    "%s does not report its configuration; expected a proxy that does"
                        .formatted(type.map(ProxyType::program).orElse("no proxy"))));
  }

  /** Reads pages of one proxy by their paths. */
  public UnaryOperator<String> pages(Address admin) {
    return path -> scraper.get(admin, path);
  }
}
