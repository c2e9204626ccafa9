package io.meshgauge.browser;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.archive.SampleFiles;
import io.meshgauge.archive.SampleFiles.Sample;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.report.LargeSession;
import io.meshgauge.report.SampleRules;
import io.meshgauge.score.ScoringRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Writes the archive of a large session, and measures how long chromium takes to open a page.
 * {@code docs/benchmarks/page/README.md} has the figures.
 */
public final class PageBenchmark {
  private static final int SECONDS = 3;
  private static final int REQUESTS = 120;

  private PageBenchmark() {}

  /**
   * Arguments: {@code write RUNS BLOCKS} writes an archive of five arms below the folder RUNS and
   * prints its own; {@code open FILE TIMES FOLDER} opens a page in new browsers, whose files are in
   * FOLDER.
   */
  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "write" ->
          System.out.println(write(Path.of(arguments[1]), Integer.parseInt(arguments[2])));
      case "open" ->
          open(Path.of(arguments[1]), Integer.parseInt(arguments[2]), Path.of(arguments[3]));
      default -> throw new IllegalArgumentException("expected write or open");
    }
  }

  private static Path write(Path runs, int blocks) throws IOException {
    Session session = LargeSession.of(blocks, SECONDS);
    RunArchive archive = RunArchive.create(runs, session.with(List.of()));
    archive.attach(ScoringRules.FILE, SampleRules.rules());
    for (Run run : session.runs()) {
      Path folder = Files.createDirectories(archive.loadFolder(run.trial()));
      SampleFiles.leave(folder, answered(run), 0, 1);
      LoadResult load = LoadResults.read(folder);
      archive.store(run.with(new Run.Results(load, null, null, run.measurements())));
    }
    return archive.folder();
  }

  /** Requests of a run, each with an answer; those of a run that counts were sent in time. */
  private static List<Sample> answered(Run run) {
    int hurry = run.valid() ? 4 : 1;
    return SampleFiles.draw(run.trial().position(), REQUESTS).stream()
        .map(
            it ->
                new Sample(
                    it.second(), it.label(), false, it.response(), it.service(), it.lag() / hurry))
        .toList();
  }

  private static void open(Path page, int times, Path folder) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%s: %.2f MB, load average %s%n",
        page.getFileName(),
        Files.size(page) / 1e6,
        Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    double[] loaded = new double[times];
    double[] painted = new double[times];
    for (int i = 0; i < times; i++) {
      try (Browser browser = Browser.start(Files.createTempDirectory(folder, "browser"))) {
        browser.open(page.toAbsolutePath().toUri());
        loaded[i] =
            ((Number)
                    browser.run(
                        "return performance.getEntriesByType('navigation')[0].loadEventEnd"))
                .doubleValue();
        painted[i] =
            ((Number)
                    browser.runLater(
                        """
                        const done = arguments[arguments.length - 1];
                        const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
                        (function look() { paint() ? done(paint().startTime) : setTimeout(look, 20); })();
                        """))
                .doubleValue();
      }
    }
    print("loaded, charts drawn", loaded);
    print("first contents painted", painted);
  }

  private static void print(String what, double[] millis) {
    double[] sorted = DoubleStream.of(millis).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%-22s after %.2f s (median of %d; %.2f to %.2f)%n",
        what,
        sorted[sorted.length / 2] / 1e3,
        sorted.length,
        sorted[0] / 1e3,
        sorted[sorted.length - 1] / 1e3);
  }
}
