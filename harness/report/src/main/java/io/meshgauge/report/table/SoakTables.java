package io.meshgauge.report.table;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.FaultRecovery;
import io.meshgauge.report.FaultRecovery.Spread;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.table.Cell.Look;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** Tables of a soak. */
public final class SoakTables {
  private SoakTables() {}

  /**
   * Drift of series, the steepest first.
   *
   * @param most number of series
   */
  public static Table drifts(SoakReport soak, int most) {
    return new Columns<SeriesDrift>()
        .text("table.series", it -> it.subject().title())
        .number("table.deployment", it -> Integer.toString(it.leg()))
        .detail()
        .number("table.level", it -> Amounts.text(unit(it), it.drift().level()))
        .number("table.slope", it -> Amounts.signed(unit(it), it.drift().slopePerHour()))
        .number("table.tolerance", it -> Amounts.number(unit(it), it.tolerancePerHour()))
        .value("table.interval-95", SoakTables::interval)
        .value(
            Cell.of("p"),
            it -> Cell.of(it.drift().trend().map(trend -> Amounts.probability(trend.p()))))
        .detail()
        .cell("table.certain", it -> certain(soak.alarm(it.subject())))
        .table(
            Messages.get("table.drifts"),
            Messages.get("table.drifts-note"),
            soak.steepest().stream().limit(most).toList());
  }

  private static Unit unit(SeriesDrift series) {
    return series.subject().quantity().unit();
  }

  private static Cell interval(SeriesDrift series) {
    Unit unit = unit(series);
    return Cell.of(
        series
            .drift()
            .interval()
            .map(
                it ->
                    Amounts.range(
                        Amounts.number(unit, it.low()), Amounts.number(unit, it.high()))));
  }

  private static Cell certain(Optional<Alarm> alarm) {
    return alarm
        .map(it -> Cell.of(Messages.get("report.drift-after", it.minutes())).as(Look.BAD))
        .orElseGet(() -> Cell.of(Messages.get("report.no-drift")));
  }

  /** How long recovery from injected faults took. */
  public static Table faults(SoakReport soak) {
    return new Columns<FaultRecovery>()
        .text("table.fault", it -> it.act().describe())
        .number("table.injections", it -> Integer.toString(it.times()))
        .number("table.time-to-ready", it -> latency(it.ready()))
        .number("table.time-to-recovery", it -> latency(it.recovered()))
        .value(
            "table.not-recovered",
            it -> Cell.of(it.unrecovered()).as(it.unrecovered() > 0 ? Look.BAD : Look.PLAIN))
        .number(
            "table.failed-requests",
            it -> spread(it.failed(), requests -> Amounts.fixed(requests, 0)))
        .number("table.worst-second", it -> latency(it.worst()))
        .number("table.p99-before", it -> latency(it.before()))
        .table(Messages.get("table.faults"), Messages.get("table.faults-note"), soak.recoveries());
  }

  private static String latency(Spread spread) {
    return Double.isNaN(spread.median()) ? Cell.NONE.text() : spread(spread, Amounts::duration);
  }

  private static String spread(Spread spread, DoubleFunction<String> text) {
    return "%s (%s)".formatted(text.apply(spread.median()), text.apply(spread.worst()));
  }

  /** Everything that happened, in the order of time. */
  public static Table events(SoakReport soak) {
    return events(Messages.get("table.events"), "", soak.record().events());
  }

  /**
   * The latest events, the latest first.
   *
   * @param most number of events
   */
  public static Table latestEvents(SoakReport soak, int most) {
    List<SoakEvent> events = soak.record().events();
    List<SoakEvent> latest =
        new ArrayList<>(events.subList(Math.max(0, events.size() - most), events.size()));
    Collections.reverse(latest);
    return events(
        Messages.get("table.events"), Messages.get("table.latest-events-note", most), latest);
  }

  private static Table events(String title, String note, List<SoakEvent> events) {
    return new Columns<SoakEvent>()
        .text("table.time", it -> it.at().toString().substring(0, 19).replace('T', ' '))
        .text("table.event", it -> it.kind().title())
        .number(
            "table.seconds",
            it -> it.seconds() > 0 ? Amounts.digits(it.seconds()) : Cell.NONE.text())
        .cell("table.details", it -> Cell.of(it.text()).as(Look.QUOTED))
        .table(title, note, events);
  }
}
