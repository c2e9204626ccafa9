package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Run.Results;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.registry.ReportFormats;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** Labels of any letters, from the files of a load worker to every format of a report. */
class LabelsTest {
  /** As many as a load worker keeps apart in one run. */
  private static final int AT_ONCE = 99;

  @TempDir Path folder;

  private static List<String> labels(int count) {
    SplittableRandom random = new SplittableRandom(1);
    SortedSet<String> labels =
        new TreeSet<>(
            List.of(
                "", "a,b", "Tag=x,1,2,3", "#[x]", "=1+1", "<b>|", "\"quoted\"", "a\nb", "\u0000"));
    while (labels.size() < count) {
      int length = random.nextInt(10) == 0 ? 300 : 1 + random.nextInt(12);
      labels.add(
          random
              .ints(length, 0, 0x110000)
              .filter(it -> it < Character.MIN_SURROGATE || it > Character.MAX_SURROGATE)
              .map(it -> random.nextInt(3) == 0 ? it % 128 : it)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString());
    }
    return List.copyOf(labels);
  }

  @Test
  void everyLabelOfAWorkerComesBack() throws IOException {
    List<String> all = labels(1_000);
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<String> labels = all.subList(from, Math.min(all.size(), from + AT_ONCE));
      LoadResult load = read(labels);
      assertThat(load.labels())
          .extracting(LabelResult::label)
          .containsExactlyInAnyOrderElementsOf(labels);
      assertThat(load.labels()).allMatch(it -> it.response().count() == 1);
    }
  }

  @Test
  void everyFormatIsWellFormedWithEveryLabel() throws Exception {
    List<String> labels = labels(1_000);
    List<LabelResult> some = new ArrayList<>();
    for (int from = 0; from < labels.size(); from += AT_ONCE) {
      some.addAll(read(labels.subList(from, Math.min(labels.size(), from + AT_ONCE))).labels());
    }
    Session session =
        SampleSessions.change(
            SampleSessions.singleReplicate(),
            run -> run.trial().variant().name().equals("istio-mtls"),
            run -> with(run, some));
    Report report = Report.of(session, SampleRules.rules());

    for (ReportFormat format : ReportFormats.all()) {
      StringWriter out = new StringWriter();
      format.write(report, out);
      assertThat(out.toString()).as(format.getClass().getSimpleName()).isNotEmpty();
      if (format.fileName().endsWith(".json")) {
        JsonNode json = new ObjectMapper().readTree(out.toString());
        if (format.fileName().equals("report.json")) {
          assertThat(json.findValuesAsText("label")).containsAll(labels);
        }
      } else if (format.fileName().endsWith(".xml")) {
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(out.toString())));
      } else if (format.fileName().endsWith(".html")) {
        assertThat(out.toString())
            .doesNotContain("<b>|")
            .contains(VisibleText.of("a,b"), "&lt;b&gt;|");
      }
    }
  }

  private static Run with(Run run, List<LabelResult> labels) {
    LoadResult load = run.measuredLoad().orElseThrow();
    List<Evidence> evidence = new ArrayList<>(run.evidence());
    for (LabelResult label : labels) {
      evidence.add(
          new Evidence(
              Promise.DENIAL, label.label(), Verdict.DISPROVEN, "none of 1 refused", "403", "x"));
    }
    return new Run(
            run.trial(),
            run.outcome(),
            run.reasons(),
            run.setup(),
            evidence,
            run.observations(),
            run.results())
        .with(new Results(with(load, labels), null, null, run.results().measurements()));
  }

  private static LoadResult with(LoadResult load, List<LabelResult> labels) {
    return new LoadResult(
        load.window(),
        load.seconds(),
        load.rate(),
        labels,
        load.sendLag(),
        load.timeline(),
        load.worker());
  }

  private LoadResult read(List<String> labels) throws IOException {
    ObjectNode account =
        (ObjectNode)
            new ObjectMapper()
                .readTree(
                    """
                    {"plan": "p", "rate": 20, "durationSeconds": 1, "stoppedEarly": false,
                     "startEpochMicros": 1700000000000000, "endEpochMicros": 1700000001000000,
                     "connectionsOpened": 8, "connectionsOpenedInWindow": 0,
                     "cpuSeconds": 0.4, "gcMillis": 12, "allowedCores": 2, "labels": {},
                     "seconds": [{"second": 0, "scheduled": %1$d, "sent": %1$d, "completed": %1$d, "errors": 0}]}
                    """
                        .formatted(labels.size()));
    for (String label : labels) {
      ObjectNode of = account.withObjectProperty("labels").putObject(label);
      for (String count : List.of("scheduled", "sent", "completed", "expected")) {
        of.put(count, 1);
      }
      of.put("unexpected", 0).putObject("status").put("200", 1);
      of.putObject("errors");
    }
    Files.writeString(folder.resolve(LoadResults.COUNTS), account.toString());
    for (String file :
        List.of(
            LoadResults.RESPONSE,
            LoadResults.SERVICE,
            LoadResults.FIRST_BYTE,
            LoadResults.SEND_LAG)) {
      log(folder.resolve(file), labels);
    }
    return LoadResults.read(folder);
  }

  private static void log(Path file, List<String> labels) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputComment("[labels: percent-encoded UTF-8]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(1_700_000_000_000L);
      writer.outputLegend();
      for (String label : labels) {
        Histogram interval = new Histogram(1, 3_600_000_000L, 3);
        interval.recordValue(700);
        interval.setTag(URLEncoder.encode(label, StandardCharsets.UTF_8));
        writer.outputIntervalHistogram(1_700_000_000.1, 1_700_000_001.0, interval, 1000.0);
      }
      writer.close();
    }
  }
}
