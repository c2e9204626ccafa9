package io.meshgauge.report.console;

import io.meshgauge.report.Report;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.published.SessionAndStudy.Row;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Set;

/** The session's differences next to those of published studies of the same meshes. */
record StudiesTable(Report report) {

  void print(Page page) {
    List<SessionAndStudy> all = SessionAndStudy.all(report);
    if (!all.isEmpty() || !report.studies().unread().isEmpty()) {
      page.blank();
      page.title(Messages.get("console.studies"));
    }
    if (!all.isEmpty()) {
      print(page, all);
    }
    report.studies().unread().forEach(page::plain);
  }

  private static void print(Page page, List<SessionAndStudy> all) {
    TextTable table =
        new TextTable(
            Set.of(0, 1),
            Messages.get("console.pair"),
            Messages.get("console.metric"),
            Messages.get("console.here"),
            Messages.get("console.study"));
    String last = "";
    for (SessionAndStudy found : all) {
      for (Row row : found.rows()) {
        String head = found.study().name() + (row.load().isEmpty() ? "" : ", " + row.load());
        if (!head.equals(last)) {
          table.row(List.of(head, "", "", ""));
          last = head;
        }
        table.row(List.of("  " + row.arms(), row.ours().metric().brief(), row.here(), row.there()));
      }
    }
    page.table(table);
    if (all.stream().anyMatch(SessionAndStudy::assumes)) {
      page.plain(Messages.get("console.half-widths"));
    }
    if (all.stream().anyMatch(SessionAndStudy::printed)) {
      page.plain(Messages.get("console.printed"));
    }
    for (SessionAndStudy found : all) {
      page.bullet(
          Style.DIM,
          "-",
          Messages.get(
              "console.differs",
              found.study().name(),
              String.join("; ", found.conditions().stream().map(StudiesTable::words).toList())));
    }
  }

  private static String words(Condition condition) {
    return Messages.get(
        "console.condition", condition.title(), condition.study(), condition.session());
  }
}
