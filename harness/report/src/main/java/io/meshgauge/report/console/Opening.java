package io.meshgauge.report.console;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.ReportText;

/** First lines: experiment, platform, time and conditions. */
record Opening(Report report) {

  void print(Page page) {
    Session session = report.session();
    page.title(
        "Meshgauge %s · %s · %s%s · %s · %s"
            .formatted(
                session.version(),
                session.experiment().name(),
                session.experiment().platform().key(),
                ReportText.application(session.experiment()),
                ReportText.instant(session.started()),
                ReportText.executed(session)));
    report.otherWork().ifPresent(sentence -> page.styled(Style.BAD, sentence));
    session.notes().forEach(page::plain);
    session.calibration().map(Calibration::describe).ifPresent(page::plain);
    session.lagLimits().stream().map(LagLimit::describe).forEach(page::plain);
  }
}
