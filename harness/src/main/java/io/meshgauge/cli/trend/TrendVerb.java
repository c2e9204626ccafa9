package io.meshgauge.cli.trend;

import io.meshgauge.report.console.TrendText;
import io.meshgauge.report.json.TrendJsonFormat;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionTrend;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code trend}: many sessions as series, offline. */
@Command(
    name = "trend",
    description =
        "Show how the arms of many sessions developed, absolutely and against each session's own"
            + " baseline: series, drift, steps. Each environment and load is a series of its own.")
public final class TrendVerb implements Callable<Integer> {
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders in reports/runs.")
  private List<Path> folders = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON, as reports/trend.schema.json describes it.")
  private boolean json;

  /**
   * The verb.
   *
   * @param out receives the series
   */
  public TrendVerb(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Archives archives = new Archives(Objects.requireNonNull(spec));
    List<SessionFigures> sessions =
        AcceptedSessions.distinct(folders.stream().map(archives::read).toList());
    Map<Instant, String> starts = new HashMap<>();
    for (SessionFigures one : sessions) {
      String other = starts.putIfAbsent(one.started(), one.session());
      if (other != null) {
        throw archives.refused(
            "%s and %s started at the same instant, %s, and have different files; expected sessions one after another: leave out the copy"
                .formatted(other, one.session(), one.started()));
      }
    }
    SessionTrend trend = SessionTrend.of(sessions);
    out.print(json ? TrendJsonFormat.text(trend) : TrendText.of(trend));
    return 0;
  }
}
