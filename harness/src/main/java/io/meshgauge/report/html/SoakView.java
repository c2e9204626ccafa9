package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Mending;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.SoakReport;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.Quantity;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.stats.drift.Drift;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section of a soak: what is certain, every series over time, and what happened. */
record SoakView(PlanReport plan) {
  private static final String NONE = "–";

  List<Map<String, Object>> soaks() {
    List<Map<String, Object>> soaks = new ArrayList<>();
    for (SoakReport soak : plan.soaks()) {
      soaks.add(soak(soak, soaks.size()));
    }
    return soaks;
  }

  private static Map<String, Object> soak(SoakReport soak, int nth) {
    return Map.ofEntries(
        entry("nth", nth),
        entry("name", soak.arm().name()),
        entry("model", soak.arm().isModel()),
        entry("extent", soak.extent()),
        entry("alarms", soak.analysis().alarms().stream().map(Alarm::text).toList()),
        entry("calm", soak.analysis().alarms().isEmpty()),
        entry("settling", soak.settings().settling().toSeconds() / 60),
        entry("collected", soak.settings().collects()),
        entry("share", Amounts.share(soak.settings().drift())),
        entry("charts", charts(soak)),
        entry("drifts", soak.steepest().stream().map(it -> drift(soak, it)).toList()),
        entry("bursts", bursts(soak)),
        entry("mendings", soak.mendings().stream().map(SoakView::mending).toList()),
        entry("mended", !soak.mendings().isEmpty()),
        entry("steps", steps(soak)),
        entry("events", events(soak)),
        entry("happened", !soak.record().events().isEmpty()));
  }

  /** One chart for each quantity that was seen. */
  static List<Map<String, Object>> charts(SoakReport soak) {
    List<Map<String, Object>> charts = new ArrayList<>();
    List<Quantity> order = new ArrayList<>(Arrays.asList(Quantity.values()));
    order.add(0, order.remove(order.indexOf(Quantity.RESPONSE_P99)));
    for (Quantity quantity : order) {
      SoakChart.of(soak, quantity)
          .ifPresent(
              chart -> charts.add(Map.of("caption", chart.caption(), "markup", chart.markup())));
    }
    return charts;
  }

  private static Map<String, Object> drift(SoakReport soak, SeriesDrift series) {
    Drift drift = series.drift();
    Unit unit = series.subject().quantity().unit();
    Optional<Alarm> alarm = soak.alarm(series.subject());
    return Map.of(
        "title", series.subject().title(),
        "leg", series.leg(),
        "level", Amounts.text(unit, drift.level()),
        "slope", Amounts.signed(unit, drift.slopePerHour()),
        "interval",
            drift
                .interval()
                .map(
                    it -> Amounts.number(unit, it.low()) + " to " + Amounts.number(unit, it.high()))
                .orElse(NONE),
        "p", drift.trend().map(it -> Amounts.probability(it.p())).orElse(NONE),
        "tolerance", Amounts.text(unit, series.tolerancePerHour()),
        "certain", alarm.isPresent(),
        "when", alarm.map(it -> "after %.0f min".formatted(it.minutes())).orElse("no"));
  }

  private static Map<String, Object> mending(Mending mending) {
    return Map.of(
        "act", mending.act().words(),
        "worst", latency(mending.worst()),
        "usual", latency(mending.usual()),
        "times", mending.times(),
        "back", latency(mending.back()),
        "recovered", latency(mending.recovered()),
        "open", mending.open(),
        "isOpen", mending.open() > 0,
        "failed", count(mending.failed()));
  }

  private static String latency(Mending.Spread spread) {
    return Double.isNaN(spread.median())
        ? NONE
        : "%s (%s)".formatted(Amounts.duration(spread.median()), Amounts.duration(spread.most()));
  }

  private static String count(Mending.Spread spread) {
    return "%s (%s)".formatted(Amounts.fixed(spread.median(), 0), Amounts.fixed(spread.most(), 0));
  }

  private static List<String> bursts(SoakReport soak) {
    return soak.analysis().bursts().stream().map(SoakReport::words).toList();
  }

  private static List<String> steps(SoakReport soak) {
    return soak.analysis().steps().stream()
        .map(it -> it.subject().title() + " " + it.words())
        .toList();
  }

  private static List<Map<String, Object>> events(SoakReport soak) {
    return events(soak.record().events());
  }

  /** What happened, an event a row. */
  static List<Map<String, Object>> events(List<SoakEvent> events) {
    return events.stream()
        .map(
            it ->
                Map.<String, Object>of(
                    "at", it.at().toString().substring(0, 19).replace('T', ' '),
                    "kind", it.kind().title(),
                    "seconds", it.seconds() > 0 ? Amounts.digits(it.seconds()) : NONE,
                    "text", it.text()))
        .toList();
  }
}
