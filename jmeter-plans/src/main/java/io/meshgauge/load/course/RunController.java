package io.meshgauge.load.course;

/**
 * Who says when a course may go on, and who hears how it goes. The defaults are an open road: a
 * plan in stock JMeter warms up and measures without asking anybody.
 */
public interface Conductor {

  /** The conductor of a plan that nobody directs. */
  Conductor OPEN = new Conductor() {};

  /** Returns when warm-up may begin; false when the course is to end instead. */
  default boolean awaitWarm() throws InterruptedException {
    return true;
  }

  /** Warm-up has sent and finished {@code done} of its requests. */
  default void warming(long done, long of) {}

  /** Warm-up is over; every worker thread now waits. */
  default void warmed(long requests, double seconds) {}

  /** Returns when the window may open, and tells when it is to start. */
  default Opening awaitMeasure() throws InterruptedException {
    return Opening.SOON;
  }

  /** The measured window opens at that instant. */
  default void measuring(Window window) {}

  /** A second of the window has passed. */
  default void second(SecondCounts counts) {}

  /** A window is over, and its record complete; another one may be asked for. */
  default void measured(Window window, long endEpochMicros) {}

  /** The plan cannot be run, for that reason. */
  default void failed(String reason) {}
}
