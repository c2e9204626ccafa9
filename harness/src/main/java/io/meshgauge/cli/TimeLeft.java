package io.meshgauge.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The estimate how long an experiment will go on: the forecast first, then its own pace. */
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

  /** What was planned, as soon as it is known. */
  void expect(Duration forecast, int planned) {
    expected = forecast;
    trials = planned;
    firstTrial = clock.instant();
  }

  /** More trials than were planned. */
  void more(int repeated) {
    trials += repeated;
  }

  /** All trials, repeated ones included. */
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

  /** Never negative. */
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
