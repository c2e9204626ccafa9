package io.meshgauge.evidence.traffic;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Size;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyTotal;
import io.meshgauge.topology.routing.ConfigurationSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether every proxy was configured with the services and routes that no request uses, during the
 * whole window.
 *
 * <p>The configuration is read once, after the window: a proxy needs memory to list it, which would
 * be measured as if the services needed it. Two counts say that it was the same before: of the
 * clusters at both ends, and of the changes of routes.
 */
public final class ConfigurationSizeProof {
  private static final String SOURCE =
      "proxy/rules.txt: the configuration that the running proxies reported after the window, and their counters at both ends";

  private final DataPlane plane;
  private final ConfigurationSize size;
  private final Map<String, Counters> before;
  private final Map<String, Counters> after;
  private final Map<String, ProxyRules> reported;

  /**
   * A proof of a window.
   *
   * @param before every proxy's counters at its start, by proxy name
   * @param after the same at its end
   * @param reported by the running proxies after it, by name
   */
  public ConfigurationSizeProof(
      DataPlane plane,
      Map<String, Counters> before,
      Map<String, Counters> after,
      Map<String, ProxyRules> reported) {
    this.plane = plane;
    this.size = plane.traffic().routing().size();
    this.before = before;
    this.after = after;
    this.reported = reported;
  }

  /** Evidence of each proxy for the services, and of each hop for the routes; none without. */
  public List<Evidence> evidence() {
    Stream<Evidence> services =
        plane.proxies().stream()
            .filter(it -> size.services() > 0 && it.type().control().isPresent())
            .map(this::services);
    Stream<Evidence> routes =
        plane.senders().stream()
            .filter(it -> size.routes() > 0 && it.hop().protocol() != Protocol.TCP)
            .map(this::routes);
    return Stream.concat(services, routes).toList();
  }

  private Evidence services(ProxyProcess proxy) {
    String expected =
        "%d synthetic services, and as many clusters at both ends of the window as it reported"
            .formatted(size.services());
    String subject = proxy.name() + ", services";
    Size found = found(proxy.name());
    OptionalLong first = total(before, proxy.name(), ProxyTotal.CLUSTERS);
    OptionalLong last = total(after, proxy.name(), ProxyTotal.CLUSTERS);
    if (found == null || first.isEmpty() || last.isEmpty()) {
      return missing(subject, expected, proxy.name());
    }
    boolean held =
        found.synthetic() == size.services()
            && first.getAsLong() == found.clusters()
            && last.getAsLong() == found.clusters();
    return evidence(
        subject,
        held,
        expected,
        "%d synthetic of %d clusters; %d clusters before the window, %d after it"
            .formatted(found.synthetic(), found.clusters(), first.getAsLong(), last.getAsLong()));
  }

  private Evidence routes(Listener sender) {
    String expected =
        "%d synthetic routes before its own, unchanged in the window".formatted(size.routes());
    String subject = sender.hop() + ", routes";
    Size found = found(sender.proxy());
    OptionalLong first = total(before, sender.proxy(), ProxyTotal.ROUTE_RELOADS);
    OptionalLong last = total(after, sender.proxy(), ProxyTotal.ROUTE_RELOADS);
    if (found == null || first.isEmpty() || last.isEmpty()) {
      return missing(subject, expected, sender.proxy());
    }
    int passed = found.passed().getOrDefault(sender.counters().destination(), 0);
    long changes = last.getAsLong() - first.getAsLong();
    return evidence(
        subject,
        passed == size.routes() && changes == 0,
        expected,
        "%d synthetic routes, changed %d times".formatted(passed, changes));
  }

  private @Nullable Size found(String proxy) {
    ProxyRules rules = reported.get(proxy);
    return rules == null ? null : rules.size();
  }

  private OptionalLong total(Map<String, Counters> pages, String proxy, ProxyTotal total) {
    CounterSource source =
        plane
            .type(proxy)
            .map(it -> it.totals().getOrDefault(total, CounterSource.NOT_COUNTED))
            .orElse(CounterSource.NOT_COUNTED);
    return Optional.ofNullable(pages.get(proxy)).map(source::read).orElse(OptionalLong.empty());
  }

  private static Evidence evidence(String subject, boolean held, String expected, String found) {
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        held ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        found,
        SOURCE);
  }

  private static Evidence missing(String subject, String expected, String proxy) {
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        Verdict.MISSING,
        expected,
        proxy + " was not read at both ends of the window",
        SOURCE);
  }
}
