package io.meshgauge.report.console;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.SoakReport;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.stats.drift.Drift;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Drifts and events of the soaks of a plan. */
record SoakTables(PlanReport plan) {
  /** Number of series in the table; those nearest to a drift are shown. */
  private static final int MAX_SERIES = 8;

  private static final int MOST_EVENTS = 12;
  private static final String NONE = "-";

  void print(Page page) {
    plan.soaks().forEach(soak -> print(page, soak));
  }

  private static void print(Page page, SoakReport soak) {
    page.blank();
    page.plain("%s: %s".formatted(soak.arm().label(), soak.extent()));
    if (!soak.steepest().isEmpty()) {
      page.blank();
      page.table(drifts(soak));
      page.plain(Messages.get("console.drift-note"));
    }
    soak.analysis()
        .steps()
        .forEach(
            step ->
                page.plain(Messages.get("console.steps", step.subject().title(), step.words())));
    events(page, soak.record().events());
  }

  private static void events(Page page, List<SoakEvent> events) {
    List<SoakEvent> listed =
        events.stream().filter(it -> it.kind() != SoakEvent.Kind.DEPLOYED).toList();
    listed.stream()
        .limit(MOST_EVENTS)
        .forEach(
            event ->
                page.plain(
                    "%s %s: %s"
                        .formatted(
                            event.at().toString().substring(0, 19),
                            event.seconds() > 0
                                ? Messages.get(
                                    "console.event-of", event.kind().title(), event.seconds())
                                : event.kind().title(),
                            event.text())));
    if (listed.size() > MOST_EVENTS) {
      page.plain(Messages.get("console.more-events", listed.size() - MOST_EVENTS));
    }
  }

  private static TextTable drifts(SoakReport soak) {
    TextTable table =
        new TextTable(
            Set.of(0, 5),
            Messages.get("console.series"),
            Messages.get("console.level"),
            Messages.get("console.slope"),
            Messages.get("console.tolerance"),
            Messages.get("console.interval"),
            Messages.get("console.certain"));
    soak.steepest().stream().limit(MAX_SERIES).forEach(drift -> table.row(cells(soak, drift)));
    return table;
  }

  private static List<String> cells(SoakReport soak, SeriesDrift series) {
    Drift drift = series.drift();
    Unit unit = series.subject().quantity().unit();
    Optional<Alarm> alarm = soak.alarm(series.subject());
    return List.of(
        series.subject().title(),
        Amounts.text(unit, drift.level()),
        Amounts.signed(unit, drift.slopePerHour()),
        Amounts.number(unit, series.tolerancePerHour()),
        drift
            .interval()
            .map(
                it ->
                    Amounts.range(Amounts.number(unit, it.low()), Amounts.number(unit, it.high())))
            .orElse(NONE),
        alarm
            .map(it -> Messages.get("report.drift-after", it.minutes()))
            .orElseGet(() -> Messages.get("report.no-drift")));
  }
}
