package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.report.Amplification;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The latency of each hop of one plan, as both of its ends timed it. */
record HopView(PlanReport plan) {

  Map<String, Object> model() {
    List<Arm> arms = plan.arms().stream().filter(arm -> !hops(arm).isEmpty()).toList();
    List<Map<String, Object>> rows = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    arms.forEach(arm -> hops(arm).forEach(hop -> names.add(name(hop))));
    for (String name : names) {
      rows.add(Map.of("name", name, "cells", arms.stream().map(arm -> cell(arm, name)).toList()));
    }
    return Map.of(
        "any",
        !rows.isEmpty(),
        "head",
        arms.stream().map(arm -> Map.of("name", arm.name(), "model", arm.isModel())).toList(),
        "rows",
        rows,
        "amplified",
        arms.stream()
            .flatMap(arm -> Amplification.of(arm).stream())
            .anyMatch(Amplification::notable),
        "called",
        requests(arms));
  }

  /** What each service got for each call, and below it for each request of the load. */
  private static List<Map<String, Object>> requests(List<Arm> arms) {
    Set<String> servers = new LinkedHashSet<>();
    arms.forEach(arm -> Amplification.of(arm).forEach(found -> servers.add(found.server())));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String server : servers) {
      List<Map<String, String>> cells =
          arms.stream()
              .map(
                  arm ->
                      Amplification.of(arm).stream()
                          .filter(found -> found.server().equals(server))
                          .map(
                              found ->
                                  Map.of(
                                      "call",
                                      Amounts.digits(found.perCall()),
                                      "request",
                                      Amounts.digits(found.perRequest())))
                          .findFirst()
                          .orElse(Map.of("call", "–", "request", "–")))
              .toList();
      rows.add(Map.of("name", server, "cells", cells));
    }
    return rows;
  }

  private static List<HopLatency> hops(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.hops().stream()).toList();
  }

  private static String name(HopLatency hop) {
    return hop.client() + " → " + hop.server();
  }

  private static Map<String, Object> cell(Arm arm, String name) {
    OptionalDouble client = mean(arm, name, Side.CLIENT);
    OptionalDouble server = mean(arm, name, Side.SERVER);
    boolean both = client.isPresent() && server.isPresent();
    return Map.of(
        "client",
        millis(client),
        "server",
        millis(server),
        "between",
        both ? Amounts.digits((client.getAsDouble() - server.getAsDouble()) * 1e3) : "–");
  }

  private static String millis(OptionalDouble seconds) {
    return seconds.isPresent() ? Amounts.digits(seconds.getAsDouble() * 1e3) : "–";
  }

  /** The exact mean over the calls of all valid runs. */
  private static OptionalDouble mean(Arm arm, String name, Side side) {
    double seconds = 0;
    long calls = 0;
    for (HopLatency hop : hops(arm)) {
      if (hop.side() == side && name(hop).equals(name)) {
        seconds += hop.meanSeconds() * hop.count();
        calls += hop.count();
      }
    }
    return calls == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds / calls);
  }
}
