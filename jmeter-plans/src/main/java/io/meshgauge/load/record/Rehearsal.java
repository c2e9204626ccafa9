package io.meshgauge.load.record;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A discarded record. It receives the warm-up's results, so that recording is as warm as sending
 * when the window opens.
 */
public final class Rehearsal {

  private static final int WRITE_ROUNDS = 200;

  private final LabelTally tally = new LabelTally();

  /** Adds a result that is not recorded. */
  public void add(TimedSampleResult result) {
    tally.add(result, result.isSuccessful());
  }

  /** Writes histograms to a null stream until that code is loaded and compiled. */
  public void write() throws IOException {
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.US_ASCII)) {
      HistogramLogWriter writer = new HistogramLogWriter(nowhere);
      Histogram histogram = Recording.newHistogram();
      for (int round = 0; round < WRITE_ROUNDS; round++) {
        histogram.recordValue(1L + (long) round * round);
        histogram.setTag("rehearsal");
        writer.outputIntervalHistogram(round, round + 1.0, histogram, 1000.0);
      }
      writer.close();
    }
  }
}
