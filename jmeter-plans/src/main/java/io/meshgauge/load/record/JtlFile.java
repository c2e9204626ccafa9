package io.meshgauge.load.record;

import java.io.Closeable;
import java.io.IOException;
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
  private final LineFile lines;

  /** Creates the file, or replaces it, in a folder that is created if absent. */
  public JtlFile(Path directory) throws IOException {
    columns.setAsXml(false);
    columns.setFieldNames(true);
    lines = new LineFile(directory, NAME, CSVSaveService.printableFieldNamesToString(columns));
  }

  /** Appends a sample; threads may call it at the same time. */
  public void add(SampleEvent event) {
    lines.add(CSVSaveService.resultToDelimitedString(event, event.getResult(), columns, DELIMITER));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
