package io.meshgauge.soak;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.SlowAnswers;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.drift.AlphaSpending;
import io.meshgauge.stats.drift.DriftWatch;
import io.meshgauge.stats.drift.Tolerance;
import io.meshgauge.stats.drift.Tolerance.Harm;
import io.meshgauge.stats.drift.Trend;
import io.meshgauge.text.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches a soak window by window and raises an alarm as soon as it is certain.
 *
 * <p>Each alarm is raised once. Restarted processes are watched from their start, with their own
 * settling time. The first window of a deployment determines the number of series.
 */
public final class SoakWatch {
  private final SoakSettings settings;
  private final OptionalDouble errorLimit;
  private final SortedMap<Subject, Watched> watches = new TreeMap<>();
  private final List<SeriesDrift> before = new ArrayList<>();
  private final List<Alarm> alarms = new ArrayList<>();
  private final SortedMap<Metric, Long> slow = new TreeMap<>();
  private final Set<String> reported = new HashSet<>();
  private @Nullable Instant start;
  private @Nullable AlphaSpending vigilance;
  private Instant latest = Instant.MIN;
  private int leg;
  private long failed;
  private long duePerWindow;
  private long answeredPerWindow;

  /**
   * A watched series.
   *
   * @param since start of its processes
   */
  private record Watched(DriftWatch watch, Instant since) {}

  /**
   * A watch without windows.
   *
   * @param slos objectives; those on errors and percentiles are budgets
   */
  public SoakWatch(SoakSettings settings, List<Slo> slos) {
    this.settings = settings;
    this.errorLimit =
        slos.stream()
            .filter(slo -> slo.metric() == Metric.ERROR_RATIO)
            .mapToDouble(Slo::limit)
            .findFirst();
  }

  /** Adds a window and returns the alarms it raised. */
  public List<Alarm> add(SoakWindow window) {
    int known = alarms.size();
    Instant begin = start == null ? window.window().start() : start;
    start = begin;
    if (window.leg() != leg || !window.window().end().isAfter(latest)) {
      // A clock that was set back starts new series too: no trend spans it.
      redeployed(window);
    }
    latest = window.window().end();
    double minutes = Duration.between(begin, window.window().end()).toMillis() / 60_000.0;
    evidence(window, minutes);
    if (window.disturbed().isPresent()) {
      // Errors of an injected fault do not count, and its target starts new series.
      restarted(window.disturbed().get().victim());
    } else {
      errors(window, minutes);
      latencies(window, minutes);
      drifts(window, minutes);
    }
    return List.copyOf(alarms.subList(known, alarms.size()));
  }

  private void redeployed(SoakWindow window) {
    before.addAll(ofThisLeg());
    watches.clear();
    leg = window.leg();
    vigilance =
        AlphaSpending.over(
            Math.max(1, Subject.of(window).size()), settings.settling().toMillis() / 3_600_000.0);
  }

  private void restarted(String container) {
    List<Subject> those =
        watches.keySet().stream().filter(subject -> subject.of().equals(container)).toList();
    for (Subject subject : those) {
      before.add(series(subject, watches.remove(subject).watch()));
    }
  }

  private Tolerance tolerance(Quantity quantity) {
    double hours = settings.drift() / settings.driftPerHour();
    return new Tolerance(settings.driftPerHour(), quantity.minGrowth() / hours, Harm.RISING);
  }

  private void evidence(SoakWindow window, double minutes) {
    for (Evidence item : window.unproven()) {
      String subject =
          Messages.get(
              "soak.of", Messages.of("report.constant.promise", item.promise()), item.subject());
      if (reported.add(subject)) {
        alarms.add(
            Alarm.of(
                Alarm.Kind.EVIDENCE,
                window,
                minutes,
                Messages.get(
                    "soak.unproven",
                    subject,
                    window.index() + 1,
                    item.expected(),
                    item.observed())));
      }
    }
  }

  private void errors(SoakWindow window, double minutes) {
    failed += window.failed();
    duePerWindow = Math.max(duePerWindow, window.scheduled());
    if (errorLimit.isEmpty()) {
      return;
    }
    double budget = errorLimit.getAsDouble() * duePerWindow * settings.windows();
    if (failed > budget && reported.add("errors")) {
      alarms.add(
          Alarm.of(
              Alarm.Kind.ERROR_BUDGET,
              window,
              minutes,
              Messages.get(
                  "soak.too-many-errors", failed, Math.floor(budget), settings.windows())));
    }
  }

  private void latencies(SoakWindow window, double minutes) {
    SlowAnswers counted = window.slow();
    if (counted == null) {
      return;
    }
    answeredPerWindow = Math.max(answeredPerWindow, counted.of());
    counted
        .above()
        .forEach(
            (metric, count) -> {
              long all = slow.merge(metric, count, Long::sum);
              double budget =
                  SlowAnswers.permitted(metric).orElse(1) * answeredPerWindow * settings.windows();
              if (all > budget && reported.add(metric.key())) {
                alarms.add(
                    Alarm.of(
                        Alarm.Kind.LATENCY_BUDGET,
                        window,
                        minutes,
                        Messages.get(
                            "soak.too-many-slow",
                            all,
                            metric.title(),
                            Math.floor(budget),
                            settings.windows())));
              }
            });
  }

  private void drifts(SoakWindow window, double minutes) {
    Subject.values(window)
        .forEach(
            (subject, value) -> {
              Watched watched = watches.computeIfAbsent(subject, it -> watched(it, window));
              double hour =
                  Duration.between(watched.since(), window.window().end()).toMillis() / 3_600_000.0;
              if (watched.watch().add(hour, value)) {
                drifted(subject, watched.watch(), window, minutes);
              }
            });
  }

  private Watched watched(Subject subject, SoakWindow window) {
    return new Watched(
        new DriftWatch(Objects.requireNonNull(vigilance), tolerance(subject.quantity())),
        window.window().start());
  }

  private void drifted(Subject subject, DriftWatch watch, SoakWindow window, double minutes) {
    Trend trend = watch.drift().certain().orElseThrow().trend();
    if (reported.add(subject.key())) {
      alarms.add(
          new Alarm(
              Alarm.Kind.DRIFT,
              window.index(),
              minutes,
              Messages.get(
                  "soak.drift",
                  subject.title(),
                  slope(subject.quantity(), trend),
                  minutes,
                  window.index() + 1),
              Optional.of(series(subject, watch))));
    }
  }

  private static String slope(Quantity quantity, Trend trend) {
    String one = Messages.get("soak.per-hour", Amounts.text(quantity.unit(), trend.slopePerHour()));
    return trend
        .interval()
        .map(it -> " (%s)".formatted(Amounts.interval(quantity.unit(), it.low(), it.high())))
        .map(one::concat)
        .orElse(one);
  }

  /** Alarms so far, in the order in which they were raised. */
  public List<Alarm> alarms() {
    return List.copyOf(alarms);
  }

  /** Drift of every series, deployment after deployment. */
  public List<SeriesDrift> drifts() {
    List<SeriesDrift> all = new ArrayList<>(before);
    all.addAll(ofThisLeg());
    return all;
  }

  private List<SeriesDrift> ofThisLeg() {
    return watches.entrySet().stream()
        .map(it -> series(it.getKey(), it.getValue().watch()))
        .toList();
  }

  private SeriesDrift series(Subject subject, DriftWatch watch) {
    double level = watch.drift().level();
    return new SeriesDrift(subject, leg, watch.drift(), tolerance(subject.quantity()).at(level));
  }
}
