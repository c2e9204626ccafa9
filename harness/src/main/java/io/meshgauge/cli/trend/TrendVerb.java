package io.meshgauge.cli.trend;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.report.console.TrendText;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.html.TrendPage;
import io.meshgauge.report.json.TrendJson;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionTrend;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  private final Path home;
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders in reports/runs.")
  private List<Path> folders = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON, as reports/trend.schema.json describes it.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write a page with a chart for each series, and links to the sessions' reports.")
  private @Nullable Path html;

  @Option(
      names = "--accepted",
      paramLabel = "NAME",
      description =
          "On the page, show where sessions equal to the accepted ones lie: accepted/NAME.json, or"
              + " the path of a .json file.")
  private @Nullable String accepted;

  @Mixin private LanguageOptions language = new LanguageOptions();

  /**
   * The verb.
   *
   * @param home the project's top folder, which has the folder {@code accepted}
   * @param out receives the series
   */
  public TrendVerb(Path home, PrintStream out) {
    this.home = home;
    this.out = out;
  }

  @Override
  public Integer call() {
    Archives archives = new Archives(Objects.requireNonNull(spec));
    folders = folders.stream().map(RunArchive::folderOf).toList();
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
    if (accepted != null && html == null) {
      throw archives.refused("--accepted is shown on the page only; expected --html FILE with it");
    }
    Optional<AcceptedSessions> reference =
        Optional.ofNullable(accepted).map(name -> AcceptedFile.read(AcceptedFile.of(home, name)));
    Messages.use(language.chosen());
    SessionTrend trend = SessionTrend.of(sessions);
    out.print(json ? TrendJson.text(trend) : TrendText.of(trend));
    if (html != null) {
      Archives.write(html, TrendPage.of(trend, reference, pages(html)));
      if (!json) {
        out.println(Messages.get("console.trend-page", html));
      }
    }
    return 0;
  }

  /** Addresses of the reports that exist, relative to the page, by the names of their folders. */
  private Map<String, String> pages(Path page) {
    Path from = Objects.requireNonNull(page.toAbsolutePath().normalize().getParent());
    Map<String, String> pages = new HashMap<>();
    for (Path folder : folders) {
      Path report = folder.toAbsolutePath().normalize().resolve(new HtmlFormat().fileName());
      if (Files.exists(report)) {
        List<String> parts = new ArrayList<>();
        from.relativize(report).forEach(part -> parts.add(encoded(part.toString())));
        pages.putIfAbsent(Archives.name(folder), String.join("/", parts));
      }
    }
    return pages;
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
