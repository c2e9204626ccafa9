package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Words;
import io.meshgauge.soak.Alarm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The page of a run that goes on: the report's styles and charts around figures of this moment. Its
 * script asks for the board again whenever it is told that something has changed.
 */
public final class LivePage {
  /** Events that are shown; all of them are in the archive. */
  private static final int EVENTS = 50;

  private LivePage() {}

  /**
   * The whole page.
   *
   * @param name the experiment's
   * @param board what {@link #board(LiveBoard)} has made
   */
  public static String page(String name, String board) {
    return HtmlFormat.template("live.mustache")
        .execute(
            Map.of(
                "name",
                name,
                "css",
                HtmlFormat.resource("report.css"),
                "js",
                script(),
                "board",
                board));
  }

  /** What of the page changes. */
  public static String board(LiveBoard board) {
    Map<String, Object> model =
        Map.ofEntries(
            entry("name", board.name().isEmpty() ? "Not planned yet" : board.name()),
            entry("platform", board.platform()),
            entry("extent", board.extent()),
            entry("now", board.now()),
            entry("soaks", board.soaks().stream().map(LivePage::soak).toList()),
            entry("finished", board.finished().stream().map(LivePage::finished).toList()),
            entry("hasFinished", !board.finished().isEmpty()),
            entry("notes", board.notes()),
            entry("hasNotes", !board.notes().isEmpty()));
    return HtmlFormat.template("board.mustache").execute(model);
  }

  /** What a browser may do with the page: run its one script, and ask who served it. */
  public static String policy() {
    return ContentPolicy.live(script());
  }

  private static String script() {
    return HtmlFormat.resource("live.js");
  }

  private static Map<String, Object> soak(LiveBoard.Soak soak) {
    List<Alarm> alarms = soak.report().analysis().alarms();
    List<SoakEvent> events = soak.report().record().events();
    List<SoakEvent> latest =
        new ArrayList<>(events.subList(Math.max(0, events.size() - EVENTS), events.size()));
    Collections.reverse(latest);
    return Map.ofEntries(
        entry("label", soak.label()),
        entry("extent", soak.report().extent()),
        entry("planned", soak.report().record().planned()),
        entry("windowsKept", soak.report().record().windows().size()),
        entry("alarms", alarms.stream().map(Alarm::text).toList()),
        entry("calm", alarms.isEmpty()),
        entry("windows", soak.latest().stream().map(LivePage::window).toList()),
        entry("charts", SoakView.charts(soak.report())),
        entry("events", SoakView.events(latest)),
        entry("happened", !latest.isEmpty()));
  }

  private static Map<String, Object> window(SoakWindow window) {
    return Map.ofEntries(
        entry("number", window.index() + 1),
        entry("end", Words.instant(window.window().end())),
        entry("completed", window.completed()),
        entry("failed", window.failed()),
        entry("p50", Amounts.text(Unit.SECONDS, window.p50())),
        entry("p99", Amounts.text(Unit.SECONDS, window.p99())),
        entry("max", Amounts.text(Unit.SECONDS, window.max())),
        entry("proven", window.proven()),
        entry("unproven", window.unproven().stream().map(LivePage::unproven).toList()),
        entry(
            "broken",
            window.broken().stream().map(it -> "%s: %s".formatted(it.rule(), it.text())).toList()));
  }

  private static String unproven(Evidence item) {
    return "%s of %s: expected %s, observed %s"
        .formatted(Words.of(item.promise()), item.subject(), item.expected(), item.observed());
  }

  private static Map<String, Object> finished(LiveBoard.Finished trial) {
    return Map.of(
        "trial", trial.trial(),
        "outcome", Words.of(trial.outcome()),
        "valid", trial.outcome() == Outcome.VALID,
        "reasons", trial.reasons());
  }
}
