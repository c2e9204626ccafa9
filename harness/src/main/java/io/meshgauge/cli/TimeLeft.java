package io.meshgauge.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The estimate how long an experiment will go on: the forecast first, then its own pace. */
final class TimeLeft {
  private final InstantSource clock;
  private final Instant started;
  private final Duration expected;
  private final int trials;
  private int finished;
  private Instant firstTrial;
  private Instant lastFinished;

  TimeLeft(InstantSource clock, Duration expected, int trials) {
    this.clock = clock;
    this.started = clock.instant();
    this.firstTrial = started;
    this.lastFinished = started;
    this.expected = expected;
    this.trials = trials;
  }

  void trialStarted() {
    if (finished == 0) {
      firstTrial = clock.instant();
    }
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
      left = expected.minus(elapsed());
    } else {
      Duration pace = Duration.between(firstTrial, lastFinished).dividedBy(finished);
      Duration since = Duration.between(lastFinished, clock.instant());
      left = pace.multipliedBy(trials - finished).minus(since);
    }
    return left.isNegative() ? Duration.ZERO : left;
  }
}
