package io.meshgauge.live;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.html.LiveBoard;
import io.meshgauge.run.session.Phase;
import io.meshgauge.soak.Alarm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * State of a run in progress. The run writes it and the threads of the viewers read it, so one lock
 * guards all of it; it is never held for longer than it takes to copy lists.
 */
final class LiveState {
  private static final int MAX_NOTES = 30;

  private final BiFunction<Experiment, Trial, String> labels;
  private final Map<String, LiveSoak> soaks = new LinkedHashMap<>();
  private final Map<String, String> soakLabels = new LinkedHashMap<>();
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private final Deque<LiveBoard.Finished> finished = new ArrayDeque<>();
  private final Deque<String> notes = new ArrayDeque<>();
  private @Nullable Experiment experiment;
  private @Nullable Trial trial;
  private @Nullable Phase phase;
  private @Nullable SecondSample second;
  private double fraction;
  private int planned;

  /**
   * Creates an empty state.
   *
   * @param labels display name of a trial's variant
   */
  LiveState(BiFunction<Experiment, Trial, String> labels) {
    this.labels = labels;
  }

  synchronized void planned(Experiment of, Schedule schedule) {
    experiment = of;
    planned = schedule.trials().size();
  }

  synchronized void added(int trials) {
    planned += trials;
  }

  synchronized void started(Trial of) {
    trial = of;
    phase = null;
    second = null;
    if (of.plan().isSoak()) {
      begin(of);
    }
  }

  private LiveSoak begin(Trial of) {
    LiveSoak fresh = new LiveSoak(of);
    soaks.put(of.variant().name(), fresh);
    soakLabels.put(
        of.variant().name(),
        experiment == null ? of.variant().name() : labels.apply(experiment, of));
    return fresh;
  }

  private LiveSoak soak(Trial of) {
    LiveSoak known = soaks.get(of.variant().name());
    return known == null ? begin(of) : known;
  }

  /** Updates the phase; returns whether another one has begun. */
  synchronized boolean phase(Trial of, Phase now, double part) {
    boolean other = now != phase || !of.equals(trial);
    trial = of;
    phase = now;
    fraction = part;
    return other;
  }

  synchronized void second(SecondSample sample) {
    second = sample;
  }

  synchronized void note(String text) {
    notes.addFirst(text);
    if (notes.size() > MAX_NOTES) {
      notes.removeLast();
    }
  }

  synchronized void recorded(Trial of, SoakRecord record, List<Alarm> alarms) {
    begin(of).recorded(record, alarms);
  }

  synchronized void kept(Trial of, SoakWindow window) {
    soak(of).add(window);
  }

  synchronized void happened(Trial of, SoakEvent event) {
    soak(of).add(event);
  }

  synchronized void alarmed(Trial of, Alarm alarm) {
    soak(of).add(alarm);
  }

  synchronized void finished(Trial of, Outcome outcome, List<Reason> reasons) {
    outcomes.merge(outcome, 1, Integer::sum);
    finished.addFirst(
        new LiveBoard.Finished(
            "%s, plan %s, replicate %d"
                .formatted(of.variant().name(), of.plan().name(), of.replicate()),
            outcome,
            reasons.stream().map(it -> "%s: %s.".formatted(it.rule(), it.summary())).toList()));
    phase = null;
    second = null;
  }

  /** Everything on the page. The supplier does the slow part without the lock. */
  synchronized Supplier<LiveBoard> board() {
    Map<String, Supplier<SoakReport>> reports = new LinkedHashMap<>();
    soaks.forEach((name, soak) -> reports.put(soakLabels.getOrDefault(name, name), soak.report()));
    LiveBoard rest =
        new LiveBoard(
            experiment == null ? "" : experiment.name(),
            experiment == null ? "unknown yet" : experiment.platform().key(),
            "%d of %d trials finished".formatted(finished.size(), planned),
            now(),
            List.of(),
            List.copyOf(finished),
            List.copyOf(notes));
    return () -> {
      List<LiveBoard.Soak> shown = new ArrayList<>();
      reports.forEach((label, report) -> shown.add(new LiveBoard.Soak(label, report.get())));
      return rest.with(shown);
    };
  }

  /** Describes the current phase. */
  synchronized String now() {
    if (phase == null) {
      return trial == null ? "about to start" : "between two phases";
    }
    return "%s, plan %s: %s"
        .formatted(name(), trial == null ? "" : trial.plan().name(), phase.title());
  }

  private String name() {
    return trial == null ? "" : trial.variant().name();
  }

  synchronized Optional<Experiment> experiment() {
    return Optional.ofNullable(experiment);
  }

  synchronized int plannedTrials() {
    return planned;
  }

  synchronized int finished(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0);
  }

  synchronized Optional<Phase> phase() {
    return Optional.ofNullable(phase);
  }

  synchronized double fraction() {
    return phase == null ? 0 : fraction;
  }

  synchronized OptionalDouble ofSecond(ToDoubleFunction<SecondSample> figure) {
    return second == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(figure.applyAsDouble(second));
  }

  /** A figure of a variant's soak; NaN if it has none. */
  synchronized double ofSoak(String variant, ToDoubleFunction<LiveSoak> figure) {
    LiveSoak soak = soaks.get(variant);
    return soak == null ? Double.NaN : figure.applyAsDouble(soak);
  }

  /** The latest windows, by the name of their variant. */
  synchronized Map<String, SoakWindow> latest() {
    Map<String, SoakWindow> latest = new LinkedHashMap<>();
    soaks.forEach((name, soak) -> soak.latest().ifPresent(it -> latest.put(name, it)));
    return latest;
  }
}
