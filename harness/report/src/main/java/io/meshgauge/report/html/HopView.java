package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.RetryAmplification;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The latency of each hop of one plan, as both of its ends timed it.
 *
 * @param head arms with at least one hop, a column each
 */
record HopView(List<Arm> head) {

  static HopView of(PlanReport plan) {
    return new HopView(plan.arms().stream().filter(arm -> !hops(arm).isEmpty()).toList());
  }

  boolean any() {
    return !head.isEmpty();
  }

  List<HopRow> rows() {
    return head.stream()
        .flatMap(arm -> hops(arm).stream())
        .map(HopLatency::hop)
        .distinct()
        .map(name -> new HopRow(name, head.stream().map(arm -> HopCell.of(arm, name)).toList()))
        .toList();
  }

  /** Whether a service got noticeably more or fewer requests than its callers sent. */
  boolean amplified() {
    return head.stream()
        .flatMap(arm -> RetryAmplification.of(arm).stream())
        .anyMatch(RetryAmplification::notable);
  }

  /** Requests of each service, per call and per request of the load. */
  List<CalledRow> called() {
    return head.stream()
        .flatMap(arm -> RetryAmplification.of(arm).stream())
        .map(RetryAmplification::server)
        .distinct()
        .map(name -> new CalledRow(name, head.stream().map(arm -> called(arm, name)).toList()))
        .toList();
  }

  private static CalledCell called(Arm arm, String server) {
    return RetryAmplification.of(arm).stream()
        .filter(found -> found.server().equals(server))
        .map(
            found ->
                new CalledCell(Amounts.digits(found.perCall()), Amounts.digits(found.perRequest())))
        .findFirst()
        .orElse(new CalledCell("–", "–"));
  }

  record HopRow(String name, List<HopCell> cells) {}

  record HopCell(String client, String server, String between) {
    static HopCell of(Arm arm, String name) {
      OptionalDouble client = mean(arm, name, Side.CLIENT);
      OptionalDouble server = mean(arm, name, Side.SERVER);
      boolean both = client.isPresent() && server.isPresent();
      return new HopCell(
          millis(client),
          millis(server),
          both ? Amounts.digits((client.getAsDouble() - server.getAsDouble()) * 1e3) : "–");
    }
  }

  record CalledRow(String name, List<CalledCell> cells) {}

  record CalledCell(String call, String request) {}

  private static List<HopLatency> hops(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.hops().stream()).toList();
  }

  private static String millis(OptionalDouble seconds) {
    return seconds.isPresent() ? Amounts.digits(seconds.getAsDouble() * 1e3) : "–";
  }

  /** The exact mean over the calls of all valid runs. */
  private static OptionalDouble mean(Arm arm, String name, Side side) {
    double seconds = 0;
    long calls = 0;
    for (HopLatency hop : hops(arm)) {
      if (hop.side() == side && hop.hop().equals(name)) {
        seconds += hop.meanSeconds() * hop.count();
        calls += hop.count();
      }
    }
    return calls == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds / calls);
  }
}
