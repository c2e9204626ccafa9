package io.meshgauge.load.record;

import io.meshgauge.load.course.Window;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
  private final PrintWriter out;

  /** Creates the file, or replaces it, in a folder that is created if absent. */
  public OutcomesFile(Path directory, Window window) throws IOException {
    this.window = window;
    Files.createDirectories(directory);
    out = new PrintWriter(Files.newBufferedWriter(directory.resolve(NAME), StandardCharsets.UTF_8));
    out.print(HEADER + "\n");
  }

  /** Appends the outcome of a request; threads may call it at the same time. */
  public void add(TimedSampleResult result) {
    String label =
        CSVSaveService.quoteDelimiters(
            Objects.requireNonNullElse(result.getSampleLabel(), ""), SPECIAL);
    String line =
        window.epochMicros(result.intendedNanos())
            + ","
            + window.epochMicros(result.endNanos())
            + ","
            + label
            + ","
            + result.isSuccessful()
            + "\n";
    synchronized (out) {
      out.print(line);
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (out) {
      out.close();
      if (out.checkError()) {
        throw new IOException(NAME + " could not be written to its end");
      }
    }
  }
}
