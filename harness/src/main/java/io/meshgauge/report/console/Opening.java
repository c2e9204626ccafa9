package io.meshgauge.report.console;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.Report;

/** What was measured, when and where: the first lines. */
record Opening(Report report) {

  void print(Page page) {
    Session session = report.session();
    page.title(
        "Meshgauge %s · %s · %s · %s · %s of %s runs"
            .formatted(
                session.version(),
                session.experiment().name(),
                session.experiment().platform().key(),
                session.started(),
                session.runs().size(),
                session.planned()));
    session.notes().forEach(page::plain);
  }
}
