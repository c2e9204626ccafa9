package io.meshgauge.probe.proxy;

import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.ProxyKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lifts the limits of a data plane's Envoys for a while, by Envoy's runtime: what they would refuse
 * in a warm-up would warm nothing.
 */
public final class LimitSwitch {
  /** More than ever are under way. */
  private static final String PLENTY = "1000000";

  private static final String NEVER = "0";

  /** An override with this value is none. */
  private static final String AS_CONFIGURED = "";

  private final Scraper scraper;
  private final DataPlane plane;
  private final Map<String, Address> admin;

  /**
   * The limits of a data plane; where it has none, nobody is asked for anything.
   *
   * @param admin address of its proxies' pages, by name
   */
  public LimitSwitch(Scraper scraper, DataPlane plane, Map<String, Address> admin) {
    this.scraper = scraper;
    this.plane = plane;
    this.admin = Map.copyOf(admin);
  }

  /**
   * Lifts them.
   *
   * @throws io.meshgauge.probe.ProbeException when a proxy does not take it
   */
  public void lift() {
    turn(NEVER, PLENTY);
  }

  /**
   * Lets them be as configured.
   *
   * @throws io.meshgauge.probe.ProbeException when a proxy does not take it
   */
  public void restore() {
    turn(AS_CONFIGURED, AS_CONFIGURED);
  }

  private void turn(String rate, String underWay) {
    List<String> words = new ArrayList<>();
    // Of others the limits are not there yet, or stay.
    boolean takesOrders = plane.kind().filter(ProxyKind::tellsRules).isPresent();
    if (!takesOrders) {
      return;
    }
    if (plane.traffic().perSecond().isPresent()) {
      words.add("local_rate_limit_enabled=" + rate);
    }
    if (plane.traffic().underWay().isPresent()) {
      for (String destination : destinations()) {
        String key = "circuit_breakers.%s.default.".formatted(destination);
        words.add(encoded(key + "max_requests") + "=" + underWay);
        words.add(encoded(key + "max_pending_requests") + "=" + underWay);
      }
    }
    if (!words.isEmpty()) {
      // A proxy keeps what it is told of destinations that are not its own, and does nothing by it.
      String page = "/runtime_modify?" + String.join("&", words);
      admin.values().forEach(address -> scraper.post(address, page));
    }
  }

  private List<String> destinations() {
    return plane.senders().stream()
        .map(Listener::counters)
        .map(Listener.Names::destination)
        .distinct()
        .sorted()
        .toList();
  }

  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8);
  }
}
