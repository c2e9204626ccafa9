package io.meshgauge.report.console;

import io.meshgauge.report.Report;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.table.CriteriaTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.text.Messages;
import java.util.List;

/** The session's differences next to those of published studies of the same meshes. */
record StudiesText(Report report) {

  void print(Page page) {
    List<SessionAndStudy> all = SessionAndStudy.all(report);
    if (!all.isEmpty() || !report.studies().unread().isEmpty()) {
      page.blank();
      page.title(Messages.get("console.studies"));
    }
    all.forEach(found -> print(page, found));
    report.studies().unread().forEach(page::plain);
  }

  private static void print(Page page, SessionAndStudy found) {
    Table ratios = CriteriaTables.ratios(found);
    page.plain(found.study().name());
    if (!ratios.isEmpty()) {
      page.table(ratios);
      page.note(ratios.note());
    }
    Table claims = CriteriaTables.claims(found);
    if (!claims.isEmpty()) {
      page.plain(claims.title());
      page.table(claims);
      page.note(claims.note());
    }
    page.bullet(
        Style.DIM,
        "-",
        Messages.get(
            "console.differs",
            found.study().name(),
            String.join("; ", found.conditions().stream().map(StudiesText::words).toList())));
  }

  private static String words(Condition condition) {
    return Messages.get(
        "console.condition", condition.title(), condition.study(), condition.session());
  }
}
