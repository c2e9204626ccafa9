package io.meshgauge.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Estimates the remaining time: by the forecast first, then by the measured pace. */
final class TimeLeft {
  private final InstantSource clock;
  private final Instant started;
  private Duration expected = Duration.ZERO;
  private int trials;
  private int finished;
  private Instant firstTrial;
  private Instant lastFinished;

  TimeLeft(InstantSource clock) {
    this.clock = clock;
    this.started = clock.instant();
    this.firstTrial = started;
    this.lastFinished = started;
  }

  /** Sets the forecast and the number of planned trials. */
  void expect(Duration forecast, int planned) {
    expected = forecast;
    trials = planned;
    firstTrial = clock.instant();
  }

  /** Adds repeated trials. */
  void more(int repeated) {
    trials += repeated;
  }

  /** Number of trials, including repeats. */
  int trials() {
    return trials;
  }

  void trialFinished() {
    finished++;
    lastFinished = clock.instant();
  }

  Duration elapsed() {
    return Duration.between(started, clock.instant());
  }

  /** Remaining time, at least 0. */
  Duration left() {
    Duration left;
    if (finished == 0) {
      left = expected.minus(Duration.between(firstTrial, clock.instant()));
    } else {
      Duration pace = Duration.between(firstTrial, lastFinished).dividedBy(finished);
      Duration since = Duration.between(lastFinished, clock.instant());
      left = pace.multipliedBy(trials - finished).minus(since);
    }
    return left.isNegative() ? Duration.ZERO : left;
  }
}
