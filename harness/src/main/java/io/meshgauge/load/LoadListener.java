package io.meshgauge.load;

import java.time.Instant;

/** Receives the progress of the load while it runs, on the thread that waits for it. */
public interface LoadListener {
  /** Ignores all progress. */
  LoadListener SILENT = new LoadListener() {};

  /** Progress of the warm-up, in requests. */
  default void warming(long done, long of) {}

  /** The measured window has begun. */
  default void measuring(Instant start) {}

  /** A second of the measured window is over. */
  default void second(Second second) {}

  /** The measured window and its drain are over; the worker ends now. */
  default void finished(Instant end) {}

  /**
   * Live figures of one second of the measured window; those of the archive come from the histogram
   * logs.
   *
   * @param second seconds since the window's start, from 0
   * @param scheduled requests due in it
   * @param sent requests sent in it
   * @param completed answers received in it
   * @param errors requests not answered as expected that ended in it
   * @param unanswered those among them without an answer
   * @param p50Micros response time p50 in microseconds
   * @param p99Micros response time p99 in microseconds
   */
  record Second(
      int second,
      long scheduled,
      long sent,
      long completed,
      long errors,
      long unanswered,
      long p50Micros,
      long p99Micros) {

    /** Requests that were answered or given up in it. */
    public long ended() {
      return completed + unanswered;
    }

    /** The same second under another number. */
    public Second at(int number) {
      return new Second(
          number, scheduled, sent, completed, errors, unanswered, p50Micros, p99Micros);
    }
  }
}
