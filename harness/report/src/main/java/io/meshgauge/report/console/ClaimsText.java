package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.table.StudyTables;
import io.meshgauge.stats.Interval;
import io.meshgauge.study.ClaimCheck;
import io.meshgauge.study.ClaimedRange.Agreement;
import io.meshgauge.study.Claims.Statement;
import io.meshgauge.study.Study;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.study.Value;
import io.meshgauge.text.Messages;
import java.util.Optional;

/** What the text of a study claims, next to its own figures. */
record ClaimsText(StudyAnalysis analysis) {

  void print(Page page) {
    if (analysis.claims().isEmpty()) {
      return;
    }
    page.blank();
    page.title(Messages.get("console.claims"));
    for (ClaimCheck check : analysis.claims()) {
      Optional<Agreement> agreement = check.agreement();
      page.bullet(
          agreement.map(ClaimsText::style).orElse(Style.DIM),
          agreement.map(ClaimsText::mark).orElse("-"),
          sentence(check, agreement));
    }
    page.blank();
    page.plain(
        Messages.get(
            "console.claims-checked",
            Messages.count(analysis.study().claims().statements().size(), "console.claim"),
            count(Agreement.WITHIN),
            count(Agreement.OUTSIDE),
            count(Agreement.UNDECIDED),
            analysis.claims().stream().filter(it -> it.agreement().isEmpty()).count()));
  }

  private long count(Agreement wanted) {
    return analysis.claims().stream()
        .filter(it -> it.agreement().filter(wanted::equals).isPresent())
        .count();
  }

  private static Style style(Agreement agreement) {
    return switch (agreement) {
      case WITHIN -> Style.GOOD;
      case OUTSIDE -> Style.BAD;
      case UNDECIDED -> Style.DIM;
    };
  }

  private static String mark(Agreement agreement) {
    return switch (agreement) {
      case WITHIN -> "+";
      case OUTSIDE -> "x";
      case UNDECIDED -> "?";
    };
  }

  private String sentence(ClaimCheck check, Optional<Agreement> agreement) {
    Study study = analysis.study();
    Statement statement = check.statement();
    String title = study.quantity(statement.quantity()).title();
    String about =
        statement
            .against()
            .map(it -> Messages.get("console.claim-ratio", title, statement.system(), it))
            .orElseGet(() -> Messages.get("console.of-system", title, statement.system()));
    String load = study.group(check.group()).map(it -> ", " + it).orElse("");
    String unit = statement.against().isPresent() ? "" : unit(study, statement);
    String claimed = statement.range().text() + unit;
    String place = study.claim(statement.line());
    return agreement
        .map(
            it ->
                Messages.of(
                    "console.claimed",
                    it,
                    statement.words(),
                    about + load,
                    claimed,
                    figures(check) + unit,
                    place))
        .orElseGet(
            () ->
                Messages.get(
                    "console.claim-without-figures", statement.words(), about, claimed, place));
  }

  private static String unit(Study study, Statement statement) {
    String unit = study.quantity(statement.quantity()).unit();
    return unit.isEmpty() ? "" : " " + unit;
  }

  /** A ratio with its interval; a figure as printed, or the lowest and the highest replicate. */
  private String figures(ClaimCheck check) {
    Interval interval = check.interval().orElseThrow();
    if (check.statement().against().isPresent()) {
      return StudyTables.figure(check.figure().orElseThrow())
          + " "
          + Amounts.bracketed(interval.low(), interval.high(), StudyTables::figure);
    }
    Statement statement = check.statement();
    Value value =
        analysis
            .study()
            .value(check.group(), statement.system(), statement.quantity())
            .orElseThrow();
    int decimals = value.printed().decimals();
    return value.replicates().isEmpty()
        ? Amounts.fixed(value.mean(), decimals)
        : Amounts.range(
            Amounts.fixed(interval.low(), decimals), Amounts.fixed(interval.high(), decimals));
  }
}
