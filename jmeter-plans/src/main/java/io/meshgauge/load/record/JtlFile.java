package io.meshgauge.load.record;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleSaveConfiguration;
import org.apache.jmeter.save.CSVSaveService;

/** The samples of a window as JMeter's own CSV with its default columns and their header. */
public final class JtlFile implements Closeable {

  /** Its name in the folder of the results. */
  public static final String NAME = "results.jtl";

  private static final String DELIMITER = ",";

  private final SampleSaveConfiguration columns = new SampleSaveConfiguration();
  private final PrintWriter out;

  /** Creates the file, or replaces it, in a folder that is created if absent. */
  public JtlFile(Path directory) throws IOException {
    Files.createDirectories(directory);
    out = new PrintWriter(Files.newBufferedWriter(directory.resolve(NAME), StandardCharsets.UTF_8));
    columns.setAsXml(false);
    columns.setFieldNames(true);
    out.println(CSVSaveService.printableFieldNamesToString(columns));
  }

  /** Appends a sample; threads may call it at the same time. */
  public void add(SampleEvent event) {
    String row =
        CSVSaveService.resultToDelimitedString(event, event.getResult(), columns, DELIMITER);
    synchronized (out) {
      out.println(row);
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
