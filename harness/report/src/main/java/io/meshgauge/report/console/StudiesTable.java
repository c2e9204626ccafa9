package io.meshgauge.report.console;

import io.meshgauge.report.Report;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.published.SessionAndStudy.Row;
import java.util.List;
import java.util.Set;

/** The session's differences next to those of published studies of the same meshes. */
record StudiesTable(Report report) {

  void print(Page page) {
    List<SessionAndStudy> all = SessionAndStudy.all(report);
    if (!all.isEmpty() || !report.studies().unread().isEmpty()) {
      page.blank();
      page.title("Published studies of the same meshes, as ratios");
    }
    if (!all.isEmpty()) {
      print(page, all);
    }
    report.studies().unread().forEach(page::plain);
  }

  private static void print(Page page, List<SessionAndStudy> all) {
    TextTable table = new TextTable(Set.of(0, 1), "variant / against", "metric", "here", "study");
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
      page.plain("* by printed half-widths, taken for those of 95 % intervals.");
    }
    if (all.stream().anyMatch(SessionAndStudy::printed)) {
      page.plain("† an overhead as printed; its baseline is not.");
    }
    for (SessionAndStudy found : all) {
      page.bullet(
          Style.DIM,
          "-",
          "%s differs in %s."
              .formatted(
                  found.study().name(),
                  String.join(
                      "; ", found.conditions().stream().map(StudiesTable::words).toList())));
    }
  }

  private static String words(Condition condition) {
    return "%s: %s (here %s)".formatted(condition.name(), condition.study(), condition.session());
  }
}
