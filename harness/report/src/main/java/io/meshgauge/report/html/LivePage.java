package io.meshgauge.report.html;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.SoakTables;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The live page of a running experiment: the styles and charts of the report with current figures.
 * Its script fetches the board again after every change event.
 */
public final class LivePage {
  /** Number of events on the page; the archive has all of them. */
  private static final int EVENTS = 50;

  private static final Palette NO_COLOURS = new Palette(List.of());

  private LivePage() {}

  /**
   * The whole page.
   *
   * @param name name of the experiment
   * @param board markup made by {@link #board(LiveBoard)}
   */
  public static String page(String name, String board) {
    return HtmlFormat.template("live.mustache")
        .execute(
            Map.of(
                "name",
                name,
                "css",
                HtmlFormat.resource("report.css"),
                "texts",
                HtmlFormat.scriptTexts(),
                "js",
                script(),
                "board",
                board));
  }

  /** The part of the page that is fetched again. */
  public static String board(LiveBoard board) {
    return HtmlFormat.template("board.mustache").execute(new BoardView(board));
  }

  /** Content security policy of the page: its one script, and requests to its own server. */
  public static String policy() {
    return ContentPolicy.live(script());
  }

  private static String script() {
    return Stream.of("texts.js", "scrollers.js", "live.js")
        .map(HtmlFormat::resource)
        .collect(Collectors.joining());
  }

  record BoardView(LiveBoard board) {
    String name() {
      return board.name().isEmpty() ? Messages.get("view.not-planned") : board.name();
    }

    List<SoakSection> soaks() {
      return board.soaks().stream().map(SoakSection::new).toList();
    }

    boolean hasFinished() {
      return !board.finished().isEmpty();
    }

    List<FinishedRow> finished() {
      return board.finished().stream().map(FinishedRow::new).toList();
    }

    boolean hasNotes() {
      return !board.notes().isEmpty();
    }
  }

  record SoakSection(LiveBoard.Soak soak, SoakView view) {
    SoakSection(LiveBoard.Soak soak) {
      this(soak, new SoakView(soak.report(), 0, NO_COLOURS));
    }

    int windowsKept() {
      return soak.report().record().windows().size();
    }

    /** The latest window, or nothing. */
    List<WindowView> windows() {
      return soak.latest().stream().map(WindowView::new).toList();
    }

    List<TableView> events() {
      return TableView.unlessEmpty(SoakTables.latestEvents(soak.report(), EVENTS), NO_COLOURS);
    }
  }

  record WindowView(SoakWindow window) {
    int number() {
      return window.index() + 1;
    }

    String end() {
      return ReportText.instant(window.window().end());
    }

    String p50() {
      return Amounts.text(Unit.SECONDS, window.p50());
    }

    String p99() {
      return Amounts.text(Unit.SECONDS, window.p99());
    }

    String max() {
      return Amounts.text(Unit.SECONDS, window.max());
    }

    List<String> unproven() {
      return window.unproven().stream()
          .map(
              it ->
                  Messages.get(
                      "view.unproven",
                      ReportText.of(it.promise()),
                      it.subject(),
                      it.expected(),
                      it.observed()))
          .toList();
    }
  }

  record FinishedRow(LiveBoard.Finished trial) {
    String outcome() {
      return ReportText.of(trial.outcome());
    }

    boolean valid() {
      return trial.outcome() == Outcome.VALID;
    }
  }
}
