package io.meshgauge.report.console;

import io.meshgauge.report.Report;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.text.Messages;
import java.util.List;

/** Advice for usage profiles: a line each, or with reasons. */
public final class AdviceText {
  private AdviceText() {}

  /** A line for each profile; profiles with the same advice share one. */
  static void print(Report report, Page page) {
    List<Advice> all = Advice.all(report);
    if (all.isEmpty()) {
      return;
    }
    page.blank();
    page.title(Messages.get("console.advice"));
    for (Advice.Line line : Advice.lines(all)) {
      page.bullet(style(line.advice()), mark(line.advice()), headline(report, line));
    }
  }

  private static String headline(Report report, Advice.Line line) {
    String profiles =
        report.plans().size() > 1
            ? Messages.get("console.under", line.profiles(), line.advice().plan())
            : line.profiles();
    return profiles + ": " + line.advice().headline();
  }

  /** The advice of a report with its reasons, and with what would change it. */
  public static String of(Report report) {
    Page page = new Page(false);
    for (Advice advice : Advice.all(report)) {
      if (!page.text().isEmpty()) {
        page.blank();
      }
      page.title(headline(report, new Advice.Line(advice.profile().name(), advice)));
      page.bullet(Style.DIM, " ", advice.demand());
      advice.reasons().forEach(it -> page.bullet(Style.DIM, "  -", it));
      if (!advice.changes().isEmpty()) {
        page.bullet(Style.DIM, " ", Messages.get("console.changes"));
        advice.changes().forEach(it -> page.bullet(Style.DIM, "  -", it));
      }
    }
    return page.text();
  }

  private static Style style(Advice advice) {
    return advice.kind() == Advice.Kind.NONE ? Style.DIM : Style.GOOD;
  }

  private static String mark(Advice advice) {
    return advice.kind() == Advice.Kind.NONE ? "?" : Closing.GOOD_MARK;
  }
}
