package io.meshgauge.load;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Commands of the load worker's protocol. */
final class WorkerCommand {
  static final String WARM = "warm";
  static final String SETTLED = "settled";
  static final String MEASURE = "measure";
  static final String STOP = "stop";
  static final String END = "end";

  private WorkerCommand() {}

  /** Measure from that instant of the worker's own clock. */
  static String measureAt(Instant start) {
    return MEASURE + " " + ChronoUnit.MICROS.between(Instant.EPOCH, start);
  }

  /** Arguments of {@link #MEASURE}: a window of one of several arms. */
  static String turn(int arm, long round) {
    return " arm=%d round=%d".formatted(arm, round);
  }
}
