package io.meshgauge.run.fault;

import io.meshgauge.evidence.enforcement.EnforcementException;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.load.LoadListener;
import io.meshgauge.platform.Deployment.StartedPod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Starts one more pod of a service, again and again during a window: create ▸ first answer, on a
 * connection to the pod itself ▸ delete, gone ▸ pause. The load does not reach it. Where TLS is
 * promised, requests without it are sent as well.
 */
public final class RepeatedStart extends RepeatedChange {
  /** A pod that has not answered by then is reported, or before a short window ends. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final double MICROS = 1e6;

  private final Function<String, StartedPod> starter;
  private final Function<String, RuleWatch> watches;
  private final String service;
  private final StartSettings settings;
  private final Duration window;

  /**
   * @param listener receives the progress as well
   * @param starter creates a pod of a service
   * @param watches send requests to a pod, by its address
   * @param window its length
   */
  public RepeatedStart(
      LoadListener listener,
      Function<String, StartedPod> starter,
      Function<String, RuleWatch> watches,
      String service,
      StartSettings settings,
      Duration window) {
    super(listener, service);
    this.starter = starter;
    this.watches = watches;
    this.service = service;
    this.settings = settings;
    this.window = window;
  }

  @Override
  List<Change> carryOut(Instant start) throws InterruptedException {
    return whileTheyFit(
        start, window, settings.pause(), "the start of a pod of " + service, () -> List.of(once()));
  }

  private Change once() {
    long begin = Change.now();
    SortedMap<StartStep, Double> steps = new TreeMap<>();
    List<Transition> plaintext;
    try (StartedPod pod = starter.apply(service);
        RuleWatch watch = watches.apply(pod.host())) {
      List<Transition> answers = answers(watch, begin);
      pod.reached().forEach((step, micros) -> steps.put(step, (micros - begin) / MICROS));
      answers.stream()
          .filter(it -> !it.plaintext())
          .flatMapToDouble(it -> it.first().stream())
          .min()
          .ifPresent(first -> steps.put(StartStep.ANSWERED, first));
      plaintext = answers.stream().filter(Transition::plaintext).toList();
    }
    return new Change(StartSettings.START, service, begin, Change.now(), plaintext, steps);
  }

  /** A pod that never answers as promised may have answered otherwise, which is the evidence. */
  private List<Transition> answers(RuleWatch watch, long begin) {
    Duration limit = limit();
    try {
      watch.ready(false, limit);
    } catch (EnforcementException e) {
      List<Transition> answers = watch.transitions(false, begin, Duration.ZERO);
      if (answers.stream().noneMatch(it -> it.plaintext() && it.first().isPresent())) {
        throw e;
      }
      return answers;
    }
    return watch.transitions(false, begin, limit);
  }

  private Duration limit() {
    Duration most = window.multipliedBy(2).dividedBy(3);
    return most.compareTo(LIMIT) < 0 ? most : LIMIT;
  }
}
