package io.meshgauge.load.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Reads a run's folder using only the file formats. */
public record RecordedRun(Path folder) {

  /** The account in worker.json. */
  public JsonNode account() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("worker.json").toFile());
  }

  /** All intervals of a log, in their order. */
  public List<Histogram> intervals(String name) throws IOException {
    List<Histogram> intervals = new ArrayList<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve(name + ".hlog").toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        intervals.add((Histogram) next);
      }
    }
    return intervals;
  }

  /** The sum of the intervals with that tag. */
  public Histogram total(String name, String tag) throws IOException {
    Histogram total = Recording.newHistogram();
    intervals(name).stream().filter(i -> tag.equals(i.getTag())).forEach(total::add);
    return total;
  }
}
