package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Recovery;
import java.util.List;

/** One known amount that an arm adds to every request, and what was measured of it. */
record RecoveryView(Recovery found) {

  static List<RecoveryView> of(PlanReport plan) {
    return plan.recoveries().stream().map(RecoveryView::new).toList();
  }

  String arm() {
    return found.arm().label();
  }

  String metric() {
    return found.amount().metric().title();
  }

  String added() {
    return Amounts.text(unit(), found.added());
  }

  String measured() {
    return Amounts.text(unit(), found.difference().absolute());
  }

  String interval() {
    return found
        .difference()
        .interval()
        .map(it -> Amounts.interval(unit(), it.low(), it.high()))
        .orElse("–");
  }

  String recovered() {
    return found.recovered().map(it -> it ? "recovered" : "not recovered").orElse("no interval");
  }

  private Unit unit() {
    return found.amount().metric().unit();
  }
}
