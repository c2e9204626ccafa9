package io.meshgauge.report.console;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.table.SoakTables;
import io.meshgauge.text.Messages;
import java.util.List;

/** Extent, drifts and events of a soak. */
final class SoakText {
  /** Number of series in the table; those nearest to a drift are shown. */
  private static final int MAX_SERIES = 8;

  private static final int MOST_EVENTS = 12;

  private SoakText() {}

  static void print(Page page, SoakReport soak) {
    page.blank();
    page.plain("%s: %s".formatted(soak.arm().label(), soak.extent()));
    PlanTables.print(page, SoakTables.drifts(soak, MAX_SERIES));
    soak.analysis()
        .steps()
        .forEach(
            step ->
                page.plain(Messages.get("console.steps", step.subject().title(), step.words())));
    events(page, soak.record().events());
  }

  private static void events(Page page, List<SoakEvent> events) {
    List<SoakEvent> listed =
        events.stream().filter(it -> it.kind() != SoakEvent.Kind.DEPLOYED).toList();
    listed.stream()
        .limit(MOST_EVENTS)
        .forEach(
            event ->
                page.plain(
                    "%s %s: %s"
                        .formatted(
                            event.at().toString().substring(0, 19),
                            event.seconds() > 0
                                ? Messages.get(
                                    "console.event-of", event.kind().title(), event.seconds())
                                : event.kind().title(),
                            event.text())));
    if (listed.size() > MOST_EVENTS) {
      page.plain(Messages.get("console.more-events", listed.size() - MOST_EVENTS));
    }
  }
}
