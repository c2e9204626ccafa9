package io.meshgauge.soak;

import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.stats.drift.Burst;
import io.meshgauge.stats.drift.Bursts;
import io.meshgauge.stats.drift.ChangePoint;
import io.meshgauge.stats.drift.ChangePoints;
import io.meshgauge.stats.drift.Series;
import io.meshgauge.text.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Analysis of the whole record of a soak: results of the watch, window by window, and statistics of
 * all windows together.
 *
 * @param alarms in the order in which they became certain
 * @param drifts one per series
 * @param bursts consecutive windows with more errors than the others make plausible
 * @param steps sudden changes of a level
 * @param series the values, window by window, in hours since the start
 */
public record SoakAnalysis(
    List<Alarm> alarms,
    List<SeriesDrift> drifts,
    List<Burst> bursts,
    List<Step> steps,
    SortedMap<Subject, Series> series) {
  /** Probability of a false burst, and of a false step in any series. */
  private static final double FALSE_ALARM_PROBABILITY = 0.01;

  /** A sudden change of a series' level. */
  public record Step(Subject subject, ChangePoint change) {
    /** Levels and time, as text. */
    public String words() {
      Unit unit = subject.quantity().unit();
      return Messages.get(
          "soak.step",
          Amounts.text(unit, change.before()),
          Amounts.text(unit, change.after()),
          change.window() + 1);
    }
  }

  public SoakAnalysis {
    alarms = List.copyOf(alarms);
    drifts = List.copyOf(drifts);
    bursts = List.copyOf(bursts);
    steps = List.copyOf(steps);
  }

  /** The analysis of a record. */
  public static SoakAnalysis of(SoakRecord record, SoakSettings settings, List<Slo> slos) {
    SoakWatch watch = new SoakWatch(settings, slos);
    record.windows().forEach(watch::add);
    SortedMap<Subject, Series> series = series(record.windows());
    return new SoakAnalysis(
        watch.alarms(), watch.drifts(), bursts(record.windows()), steps(series), series);
  }

  /**
   * Analysis of a running soak: without bursts and steps, which need all windows, and with certain
   * drifts only, because estimating all takes too long between two windows.
   *
   * @param alarms of the watch
   */
  public static SoakAnalysis soFar(List<Alarm> alarms, List<SoakWindow> windows) {
    List<SeriesDrift> certain =
        alarms.stream().map(Alarm::drift).flatMap(Optional::stream).toList();
    return new SoakAnalysis(alarms, certain, List.of(), List.of(), series(windows));
  }

  private static List<Burst> bursts(List<SoakWindow> windows) {
    // Failures in a window with an injected fault are not a burst.
    return Bursts.of(
        windows.stream().mapToLong(it -> it.disturbed().isPresent() ? 0 : it.failed()).toArray(),
        windows.stream().mapToLong(SoakWindow::scheduled).toArray(),
        FALSE_ALARM_PROBABILITY);
  }

  /** Steps of series of all requests or of a part; containers change with deployments. */
  private static List<Step> steps(SortedMap<Subject, Series> series) {
    List<Subject> watched =
        series.keySet().stream()
            .filter(it -> it.quantity() == Quantity.RESPONSE_P99 || it.quantity() == Quantity.CPU)
            .toList();
    List<Step> steps = new ArrayList<>();
    for (Subject subject : watched) {
      ChangePoints.of(
              Objects.requireNonNull(series.get(subject)), FALSE_ALARM_PROBABILITY / watched.size())
          .forEach(change -> steps.add(new Step(subject, change)));
    }
    return steps;
  }

  private static SortedMap<Subject, Series> series(List<SoakWindow> windows) {
    SortedMap<Subject, List<double[]>> points = new TreeMap<>();
    if (!windows.isEmpty()) {
      Instant start = windows.get(0).window().start();
      Instant latest = Instant.MIN;
      for (SoakWindow window : windows) {
        Instant end = window.window().end();
        if (window.disturbed().isPresent() || !end.isAfter(latest)) {
          // After the clock was set back, windows are skipped until it has caught up.
          continue;
        }
        latest = end;
        double hour = Duration.between(start, end).toMillis() / 3_600_000.0;
        Subject.values(window)
            .forEach(
                (subject, value) ->
                    points
                        .computeIfAbsent(subject, unused -> new ArrayList<>())
                        .add(new double[] {hour, value}));
      }
    }
    SortedMap<Subject, Series> series = new TreeMap<>();
    points.forEach(
        (subject, values) ->
            series.put(
                subject,
                Series.of(
                    values.stream().mapToDouble(it -> it[0]).toArray(),
                    values.stream().mapToDouble(it -> it[1]).toArray())));
    return series;
  }

  /** Whether a drift of a subject is certain in any deployment. */
  public boolean drifted(Subject subject) {
    return drifts.stream().anyMatch(it -> it.subject().equals(subject) && it.drift().isCertain());
  }
}
