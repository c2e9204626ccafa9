package io.meshgauge.run.trial;

import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.counter.ProxyRules;
import java.util.SortedMap;
import java.util.TreeMap;

/** Texts for the archive about connections and rules. */
final class WindowTexts {
  private WindowTexts() {}

  static void keep(
      SortedMap<String, ProxyRules> rules, OpenConnections open, SortedMap<String, String> files) {
    if (!rules.isEmpty()) {
      files.put("proxy/rules.txt", of(rules));
    }
    if (open.read()) {
      files.put("tcp/connections.txt", of(open));
    }
  }

  /** Open connections, one line per service and replica. */
  private static String of(OpenConnections open) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(open.before())
        .forEach((service, it) -> text.append("before %s: %d%n".formatted(service, it)));
    new TreeMap<>(open.behind())
        .forEach(
            (replica, it) ->
                text.append(
                    "at %s: %d of the proxy, %d of others%n"
                        .formatted(replica, it, open.past().getOrDefault(replica, 0L))));
    return text.toString();
  }

  /** Rules reported by each proxy, one line per rule. */
  private static String of(SortedMap<String, ProxyRules> rules) {
    StringBuilder text = new StringBuilder();
    rules.forEach(
        (proxy, reported) -> {
          String version = reported.version().isEmpty() ? "" : ", version " + reported.version();
          text.append(proxy).append(version).append('\n');
          ProxyRules.Size size = reported.size();
          text.append("  %d clusters, %d synthetic%n".formatted(size.clusters(), size.synthetic()));
          new TreeMap<>(size.passed())
              .forEach(
                  (to, it) -> text.append("  %s after %d synthetic routes%n".formatted(to, it)));
          new TreeMap<>(reported.routes())
              .forEach((to, it) -> text.append("  %s %s%n".formatted(to, it)));
          new TreeMap<>(reported.limits())
              .forEach((to, it) -> text.append("  %s %s%n".formatted(to, it)));
          new TreeMap<>(reported.leavingOut())
              .forEach(
                  (to, it) ->
                      text.append("  %s ejected after %d consecutive errors%n".formatted(to, it)));
          reported.rates().forEach(it -> text.append("  %s%n".formatted(it)));
        });
    return text.toString();
  }
}
