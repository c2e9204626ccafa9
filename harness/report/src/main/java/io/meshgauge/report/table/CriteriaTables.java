package io.meshgauge.report.table;

import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Fairness;
import io.meshgauge.report.Fairness.Likeness;
import io.meshgauge.report.Report;
import io.meshgauge.report.published.ClaimRow;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.report.table.Cell.Look;
import io.meshgauge.report.table.Table.Column;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.study.ClaimedRange.Agreement;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/** Tables of criteria, settings and what others found. */
public final class CriteriaTables {
  private CriteriaTables() {}

  /** Criteria that are not met, and why. */
  public static Table unmet(Report report) {
    return named()
        .cell("table.why", it -> Cell.of(it.words()).as(Look.PROSE))
        .table(Messages.get("table.unmet"), Messages.get("table.unmet-note"), report.broken());
  }

  /** Every criterion of the build. */
  public static Table all(Report report) {
    return named()
        .cell(
            "table.result",
            it ->
                it.passed()
                    ? Cell.of(Messages.get("table.met")).as(Look.GOOD)
                    : Cell.of(Messages.get("table.not-met")).as(Look.BAD))
        .cell("table.details", it -> Cell.of(it.words()).as(Look.PROSE))
        .table(Messages.get("table.every-criterion"), "", report.criteria());
  }

  private static Columns<CriterionResult> named() {
    return new Columns<CriterionResult>()
        .text("table.variant", CriterionResult::variant)
        .text("table.plan", CriterionResult::plan)
        .text("table.criterion", CriterionResult::name);
  }

  /** Settings that must be the same in all arms. */
  public static Table fairness(Fairness fairness) {
    Columns<Fairness.Row> columns =
        new Columns<Fairness.Row>().text("table.setting", Fairness.Row::name);
    for (String variant : fairness.variants()) {
      columns.add(
          new Column(Cell.of(variant).as(Look.ARM), false, false),
          row -> Cell.of(row.values().getOrDefault(variant, Cell.NONE.text())));
    }
    return columns
        .cell("table.remark", row -> remark(row.likeness()))
        .mark(row -> row.likeness() == Likeness.NOT_LIKE_FOR_LIKE)
        .table(
            Messages.get("table.manifest"), Messages.get("table.manifest-note"), fairness.rows());
  }

  private static Cell remark(Likeness likeness) {
    return switch (likeness) {
      case ALIKE -> Cell.EMPTY;
      case DECLARED -> Cell.of(Messages.get("table.factor")).as(Look.LABEL);
      case NOT_LIKE_FOR_LIKE -> Cell.of(Messages.get("table.not-alike")).as(Look.NOTABLE);
    };
  }

  /** Ratios of the session and of a published study, a group for each load of the study. */
  public static Table ratios(SessionAndStudy found) {
    List<String> notes = new ArrayList<>(List.of(Messages.get("table.ratios-note")));
    if (found.assumes()) {
      notes.add(Messages.get("table.half-widths"));
    }
    if (found.printed()) {
      notes.add(Messages.get("table.printed"));
    }
    Columns<SessionAndStudy.Row> columns =
        new Columns<SessionAndStudy.Row>()
            .text("table.pair", SessionAndStudy.Row::arms)
            .text("table.plan", it -> it.plan().name())
            .detail()
            .text("table.metric", it -> it.ours().metric().title())
            .number("table.here", SessionAndStudy.Row::here)
            .number("table.study", SessionAndStudy.Row::there);
    List<Group> groups =
        found.rows().stream()
            .map(SessionAndStudy.Row::load)
            .distinct()
            .map(
                load ->
                    columns.group(
                        load.isEmpty() ? List.of() : List.of(Cell.of(load)),
                        found.rows().stream().filter(it -> it.load().equals(load)).toList()))
            .toList();
    return columns.grouped(Messages.get("table.ratios"), String.join(" ", notes), groups);
  }

  /** What the text of a published study claims of arms of the session. */
  public static Table claims(SessionAndStudy found) {
    return new Columns<ClaimRow>()
        .text("table.pair", ClaimRow::arms)
        .text("table.plan", it -> it.plan().name())
        .detail()
        .cell("table.claim", it -> Cell.of(it.statement().words()).as(Look.QUOTED))
        .detail()
        .text("table.metric", it -> it.ours().metric().title())
        .number("table.claimed", it -> it.statement().range().text())
        .number("table.here", ClaimRow::here)
        .cell("table.result", it -> agreement(it.agreement()))
        .table(Messages.get("table.claims"), Messages.get("table.claims-note"), found.claims());
  }

  private static Cell agreement(Agreement agreement) {
    Look look =
        switch (agreement) {
          case WITHIN -> Look.LABEL;
          case OUTSIDE -> Look.NOTABLE;
          case UNDECIDED -> Look.FAINT;
        };
    return Cell.of(Messages.of("table.agreement", agreement)).as(look);
  }

  /** What differs in the conditions of the session and of a published study. */
  public static Table conditions(SessionAndStudy found) {
    return new Columns<SessionAndStudy.Condition>()
        .text("table.condition", SessionAndStudy.Condition::title)
        .cell("table.here", it -> Cell.of(it.session()).as(Look.PROSE))
        .cell("table.study", it -> Cell.of(it.study()).as(Look.PROSE))
        .table(Messages.get("table.conditions"), "", found.conditions());
  }
}
