package io.meshgauge.load.course;

/**
 * Controls when a load run proceeds, and receives its progress. The default implementation never
 * blocks: a plan in stock JMeter warms up and measures without a controller.
 */
public interface RunController {

  /** The controller of a plan that runs without one. */
  RunController OPEN = new RunController() {};

  /** Returns when warm-up may begin; false if the run is to end instead. */
  default boolean awaitWarm() throws InterruptedException {
    return true;
  }

  /**
   * Warm-up has completed {@code done} of its requests.
   *
   * @param ended samples of it that ended, which may be several for each of its requests
   * @param failed samples among them without the expected answer
   */
  default void warming(long done, long of, long ended, long failed) {}

  /** Whether warm-up is to end before all of its requests are sent; asked four times a second. */
  default boolean settled() {
    return false;
  }

  /** Warm-up is over; every worker thread now waits. */
  default void warmed(long requests, double seconds) {}

  /** Returns, when the window may open, its start time. */
  default Opening awaitMeasure() throws InterruptedException {
    return Opening.SOON;
  }

  /** The measured window opens at that instant. */
  default void measuring(Window window) {}

  /** A second of the window has passed. */
  default void second(SecondCounts counts) {}

  /**
   * Requests are not answered as expected; reported at the first one of a kind, then about once a
   * second, with the counts since the worker's start.
   */
  default void mismatched(Mismatch mismatch) {}

  /** A window is over and its record complete; another one may be requested. */
  default void measured(Window window, long endEpochMicros) {}

  /** The plan cannot be run, for that reason. */
  default void failed(String reason) {}
}
