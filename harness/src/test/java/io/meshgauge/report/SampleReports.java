package io.meshgauge.report;

import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.config.study.StudyFile;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.registry.ReportFormats;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Writes the reports of the made-up sessions to a folder, for work on their look.
 *
 * <p>The first argument is the folder.
 */
public final class SampleReports {
  private static final Map<String, Supplier<Session>> SAMPLES =
      Map.ofEntries(
          Map.entry("four-way", SampleSessions::fourWay),
          Map.entry("two-plans", SampleSessions::twoPlans),
          Map.entry("capacity", SampleSessions::capacity),
          Map.entry("stream", SampleSessions::stream),
          Map.entry("requests-and-stream", SampleSessions::requestsAndStream),
          Map.entry("policies", SampleSessions::policies),
          Map.entry("troubled", SampleSessions::troubled),
          Map.entry("nothing-valid", SampleSessions::nothingValid),
          Map.entry("proof", SampleProof::session),
          Map.entry("single-replicate", SampleSessions::singleReplicate),
          Map.entry("without-control", SampleSessions::withoutControl),
          Map.entry("soak", SampleSoaks::session),
          Map.entry("failover", SampleChanges::failover),
          Map.entry("enforcement", SampleChanges::enforcement),
          Map.entry("start", SampleChanges::start),
          Map.entry("stages", SampleStages::session),
          Map.entry("hostile", SampleSessions::hostile));

  /** Made once: a report is a value, and its draws take their time. */
  private static final Map<String, Report> REPORTS = new ConcurrentHashMap<>();

  /** The studies of this checkout. */
  static final PublishedStudies STUDIES = StudyFile.all(Path.of(".."));

  private SampleReports() {}

  /** Writes every sample in every format. */
  public static void main(String[] arguments) throws IOException {
    for (String name : names()) {
      ReportFormats.writeAll(report(name), Path.of(arguments[0]).resolve(name));
    }
  }

  /** The names of all samples. */
  public static SortedSet<String> names() {
    return new TreeSet<>(SAMPLES.keySet());
  }

  /** The report of the sample of that name, in the language of this process. */
  public static Report report(String name) {
    return REPORTS.computeIfAbsent(
        Messages.language().code() + " " + name,
        key ->
            Report.of(
                Objects.requireNonNull(SAMPLES.get(name)).get(),
                SampleRules.rules(),
                STUDIES,
                UsageProfileFile.shipped()));
  }
}
