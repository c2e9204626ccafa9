package io.meshgauge.report.html;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.FaultRecovery;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.html.chart.SoakChart;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.Quantity;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.stats.drift.Drift;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The section of a soak: alarms, every series over time, events. */
record SoakView(SoakReport soak, int nth) {
  private static final String NONE = "–";

  static List<SoakView> of(PlanReport plan) {
    List<SoakView> soaks = new ArrayList<>();
    for (SoakReport soak : plan.soaks()) {
      soaks.add(new SoakView(soak, soaks.size()));
    }
    return soaks;
  }

  List<Alarm> alarms() {
    return soak.analysis().alarms();
  }

  /** Settling time in minutes. */
  long settling() {
    return soak.settings().settling().toSeconds() / 60;
  }

  String share() {
    return Amounts.share(soak.settings().drift());
  }

  List<Chart> charts() {
    return charts(soak);
  }

  List<DriftRow> drifts() {
    return soak.steepest().stream()
        .map(series -> new DriftRow(series, soak.alarm(series.subject())))
        .toList();
  }

  List<String> bursts() {
    return soak.analysis().bursts().stream().map(SoakReport::words).toList();
  }

  List<String> steps() {
    return soak.analysis().steps().stream()
        .map(it -> it.subject().title() + " " + it.words())
        .toList();
  }

  List<RecoveryRow> recoveries() {
    return soak.recoveries().stream().map(RecoveryRow::new).toList();
  }

  boolean hasRecoveries() {
    return !soak.recoveries().isEmpty();
  }

  List<EventRow> events() {
    return soak.record().events().stream().map(EventRow::new).toList();
  }

  boolean happened() {
    return !soak.record().events().isEmpty();
  }

  /** One chart for each quantity with values. */
  static List<Chart> charts(SoakReport soak) {
    List<Quantity> order = new ArrayList<>(Arrays.asList(Quantity.values()));
    order.add(0, order.remove(order.indexOf(Quantity.RESPONSE_P99)));
    return order.stream()
        .flatMap(quantity -> SoakChart.of(soak, quantity).stream())
        .map(chart -> new Chart(chart.caption(), chart.markup()))
        .toList();
  }

  record Chart(String caption, String markup) {}

  record DriftRow(SeriesDrift series, Optional<Alarm> alarm) {
    String level() {
      return Amounts.text(unit(), drift().level());
    }

    String slope() {
      return Amounts.signed(unit(), drift().slopePerHour());
    }

    String interval() {
      return drift()
          .interval()
          .map(
              it ->
                  Amounts.range(
                      Amounts.number(unit(), it.low()), Amounts.number(unit(), it.high())))
          .orElse(NONE);
    }

    String p() {
      return drift().trend().map(it -> Amounts.probability(it.p())).orElse(NONE);
    }

    String tolerance() {
      return Amounts.text(unit(), series.tolerancePerHour());
    }

    boolean certain() {
      return alarm.isPresent();
    }

    String when() {
      return alarm
          .map(it -> Messages.get("report.drift-after", it.minutes()))
          .orElseGet(() -> Messages.get("report.no-drift"));
    }

    private Drift drift() {
      return series.drift();
    }

    private Unit unit() {
      return series.subject().quantity().unit();
    }
  }

  /** Row of one kind of injected fault: how long recovery took. */
  record RecoveryRow(FaultRecovery found) {
    String ready() {
      return latency(found.ready());
    }

    String recovered() {
      return latency(found.recovered());
    }

    boolean hasUnrecovered() {
      return found.unrecovered() > 0;
    }

    String failed() {
      FaultRecovery.Spread failed = found.failed();
      return "%s (%s)"
          .formatted(Amounts.fixed(failed.median(), 0), Amounts.fixed(failed.worst(), 0));
    }

    String worst() {
      return latency(found.worst());
    }

    String before() {
      return latency(found.before());
    }

    private static String latency(FaultRecovery.Spread spread) {
      return Double.isNaN(spread.median())
          ? NONE
          : "%s (%s)"
              .formatted(Amounts.duration(spread.median()), Amounts.duration(spread.worst()));
    }
  }

  record EventRow(SoakEvent event) {
    String at() {
      return event.at().toString().substring(0, 19).replace('T', ' ');
    }

    String seconds() {
      return event.seconds() > 0 ? Amounts.digits(event.seconds()) : NONE;
    }
  }
}
