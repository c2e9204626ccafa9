package io.meshgauge.load.record;

import io.meshgauge.load.course.Window;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.jmeter.save.CSVSaveService;

/**
 * One line for each request of a window, in the order in which they ended: intended start and end
 * in microseconds since the epoch, label, and whether the answer was as expected.
 */
public final class OutcomesFile implements Closeable {

  /** Its name in the folder of the results. */
  public static final String NAME = "outcomes.csv";

  private static final String HEADER = "due_us,end_us,label,good";
  private static final char[] SPECIAL = {',', CSVSaveService.QUOTING_CHAR, '\r', '\n'};

  private final Window window;
  private final LineFile lines;

  /** Creates the file, or replaces it, in a folder that is created if absent. */
  public OutcomesFile(Path directory, Window window) throws IOException {
    this.window = window;
    lines = new LineFile(directory, NAME, HEADER);
  }

  /** Appends the outcome of a request; threads may call it at the same time. */
  public void add(TimedSampleResult result) {
    String label =
        CSVSaveService.quoteDelimiters(
            Objects.requireNonNullElse(result.getSampleLabel(), ""), SPECIAL);
    lines.add(
        window.epochMicros(result.intendedNanos())
            + ","
            + window.epochMicros(result.endNanos())
            + ","
            + label
            + ","
            + result.isSuccessful());
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
