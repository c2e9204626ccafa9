package io.meshgauge.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** The files of a load worker after a small run of two seconds, written by hand. */
final class WorkerFiles {
  private static final double START = 1_700_000_000.25;

  private WorkerFiles() {}

  static void leave(Path folder) throws IOException {
    Files.writeString(
        folder.resolve(LoadResults.COUNTS),
        """
        {"plan": "steady", "rate": 20, "durationSeconds": 2, "stoppedEarly": false,
         "startEpochMicros": 1700000000250000, "endEpochMicros": 1700000002750000,
         "connectionsOpened": 8, "connectionsOpenedInWindow": 0,
         "cpuSeconds": 0.4, "gcMillis": 12, "allowedCores": 2,
         "labels": {
           "browse": {"scheduled": 21, "sent": 21, "completed": 20, "expected": 20,
                      "unexpected": 0, "status": {"200": 20}, "errors": {"timeout": 1}},
           "forbidden": {"scheduled": 10, "sent": 10, "completed": 10, "expected": 10,
                      "unexpected": 0, "status": {"403": 10}, "errors": {}}},
         "seconds": [
           {"second": 0, "scheduled": 15, "sent": 15, "completed": 15, "errors": 0},
           {"second": 1, "scheduled": 16, "sent": 16, "completed": 15, "errors": 1},
           {"second": 2, "scheduled": 0, "sent": 0, "completed": 0, "errors": 0}]}
        """);
    log(folder.resolve(LoadResults.RESPONSE), 2000, 2_000_000, 1);
    log(folder.resolve(LoadResults.SERVICE), 1000, 1_900_000, 1);
    log(folder.resolve(LoadResults.FIRST_BYTE), 900, 1_900_000, 0);
    log(folder.resolve(LoadResults.SEND_LAG), 50, 100, 1);
  }

  private static void log(Path file, long typical, long outlier, int outliers) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime((long) (START * 1000));
      writer.outputLegend();
      interval(writer, 0, "browse", typical, 10, outlier, 0);
      interval(writer, 0, "forbidden", typical, 5, outlier, 0);
      interval(writer, 1, "browse", typical, 10, outlier, outliers);
      interval(writer, 1, "forbidden", typical, 5, outlier, 0);
      writer.close();
    }
  }

  private static void interval(
      HistogramLogWriter writer,
      int second,
      String label,
      long typical,
      int many,
      long outlier,
      int outliers) {
    Histogram values = new Histogram(1, 3_600_000_000L, 3);
    values.recordValueWithCount(typical, many);
    if (outliers > 0) {
      values.recordValueWithCount(outlier, outliers);
    }
    values.setTag(label);
    double from = START + second + 0.004;
    writer.outputIntervalHistogram(from, from + 1, values, 1000.0);
  }
}
