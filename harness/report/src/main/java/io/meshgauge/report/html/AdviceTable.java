package io.meshgauge.report.html;

import io.meshgauge.report.advice.Advice;
import io.meshgauge.report.advice.Advice.Kind;
import io.meshgauge.report.advice.Candidate;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/**
 * Which arm for which use, as a table: a row for each profile, a column for no mesh and for each
 * arm.
 *
 * @param all advice under one plan; the same arms in each
 * @param several whether the report has other plans
 */
record AdviceTable(List<Advice> all, boolean several) {
  private static final Cell EMPTY = new Cell("", "–", "");

  String plan() {
    return all.get(0).plan();
  }

  List<String> arms() {
    return all.get(0).candidates().stream().map(Candidate::label).toList();
  }

  List<Row> rows() {
    return all.stream().map(AdviceTable::row).toList();
  }

  /**
   * @param profile name of the use
   * @param cells no mesh first, then an arm each
   */
  record Row(String profile, List<Cell> cells) {}

  /**
   * @param tone class of the sign; empty for a neutral one
   * @param words the reason in short; may be empty
   */
  record Cell(String tone, String sign, String words) {}

  private static Row row(Advice advice) {
    List<Cell> cells = new ArrayList<>();
    cells.add(
        advice.kind() == Kind.NO_MESH_NEEDED
            ? new Cell("good", "✓", Messages.get("advice.cell-cheapest"))
            : advice.profile().requires().isEmpty()
                ? EMPTY
                : new Cell("bad", "✗", Messages.get("advice.cell-no-promise")));
    advice.candidates().forEach(candidate -> cells.add(cell(advice, candidate)));
    return new Row(advice.profile().name(), cells);
  }

  private static Cell cell(Advice advice, Candidate candidate) {
    return switch (candidate.state()) {
      case FAILS -> new Cell("bad", "✗", candidate.obstacles().get(0));
      case UNDECIDED -> new Cell("", "?", Messages.get("advice.cell-open"));
      case MEETS ->
          advice.variant().filter(candidate.variant()::equals).isPresent()
              ? new Cell("good", "✓", Messages.get("advice.cell-first"))
              : advice.kind() == Kind.NONE
                  ? new Cell("", "?", Messages.get("advice.cell-open"))
                  : new Cell("", "○", Messages.get("advice.cell-meets"));
    };
  }
}
