package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.table.StudyTables;
import io.meshgauge.stats.MannWhitney;
import io.meshgauge.stats.Verdict;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.Recomputation;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.study.Study;
import io.meshgauge.study.Study.Conditions;
import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Kind;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Study.SystemUnderTest;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.study.StudyContrast;
import io.meshgauge.study.StudyContrast.Basis;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/** The analysis of a published study, for a terminal of 120 columns. */
public final class StudyText {
  private final StudyAnalysis analysis;
  private final Study study;
  private final Page page = new Page(false);

  private StudyText(StudyAnalysis analysis) {
    this.analysis = analysis;
    this.study = analysis.study();
  }

  /** The analysis as text. */
  public static String of(StudyAnalysis analysis) {
    return new StudyText(analysis).text();
  }

  /** Studies with citation and content. */
  public static String list(PublishedStudies studies) {
    Page page = new Page(false);
    for (Study study : studies.studies()) {
      page.title(study.name());
      page.bullet(Style.DIM, " ", citation(study));
      page.bullet(
          Style.DIM,
          " ",
          Messages.get(
              "console.study-content",
              ReportText.count(study.values().size(), "figure"),
              Messages.count(
                  study.quantities().stream().filter(it -> it.kind() != Kind.CLAIMED).count(),
                  "console.quantity"),
              ReportText.list(study.measured().stream().map(SystemUnderTest::name).toList()),
              basis(study)));
    }
    studies.unread().forEach(page::plain);
    if (studies.studies().isEmpty() && studies.unread().isEmpty()) {
      page.plain(Messages.get("console.no-study"));
    }
    return page.text();
  }

  private static String basis(Study study) {
    if (study.values().isEmpty()) {
      return Messages.get(
          "console.claims-only",
          Messages.count(study.claims().statements().size(), "console.claim"));
    }
    if (study.values().stream().anyMatch(it -> !it.replicates().isEmpty())) {
      return Messages.get("console.every-replicate");
    }
    return study.values().stream().anyMatch(it -> it.deviation().isPresent())
        ? Messages.get("console.means-and-deviations")
        : Messages.get("console.means-only");
  }

  private static String citation(Study study) {
    String doi = study.about().doi().map(it -> "doi " + it).orElse("");
    String citation = study.about().citation();
    return (doi.isEmpty() || citation.contains(doi) ? citation : citation + ", " + doi) + ".";
  }

  private String text() {
    opening();
    study.groups().forEach(this::group);
    legend();
    overheads();
    efficiency();
    recomputations();
    new ClaimsText(analysis).print(page);
    return page.text();
  }

  private void opening() {
    Conditions conditions = study.about().conditions();
    page.title("%s · %s".formatted(study.name(), study.about().title()));
    page.plain(citation(study));
    page.plain(
        Messages.get(
            "console.study-conditions",
            Condition.stated(conditions.cluster()),
            Condition.stated(conditions.generator()),
            Condition.loop(conditions.loop()),
            Condition.stated(conditions.rate()),
            Condition.stated(conditions.duration())));
    page.plain(
        Messages.get(
            "console.study-systems",
            ReportText.list(
                study.measured().stream()
                    .map(
                        it ->
                            it.version().isEmpty()
                                ? it.name()
                                : "%s (%s)".formatted(it.name(), it.version()))
                    .toList())));
    page.plain(
        study.about().data().isEmpty()
            ? Messages.get("console.study-file", study.about().file())
            : Messages.get("console.study-files", study.about().data(), study.about().file()));
  }

  private void group(Group group) {
    List<StudyContrast> contrasts = analysis.contrasts(group);
    if (contrasts.isEmpty()) {
      return;
    }
    page.blank();
    page.title(
        group.title().isEmpty()
            ? Messages.get("console.differences")
            : Messages.get("console.differences-under", group.title()));
    page.table(StudyTables.differences(contrasts));
  }

  private void legend() {
    if (analysis.contrasts().stream().anyMatch(it -> it.tests().isPresent())) {
      page.plain(Messages.get("console.study-legend"));
      replicates();
    }
    if (analysis.assumesHalfWidths()) {
      page.plain(Messages.get("console.study-half-widths"));
    }
    undecided();
  }

  private void replicates() {
    analysis.contrasts().stream()
        .filter(it -> it.basis() == Basis.REPLICATES)
        .findFirst()
        .ifPresent(
            it -> {
              double smallest = MannWhitney.of(it.from().all(), it.to().all()).smallestP();
              page.plain(
                  Messages.get(
                      "console.rank-test",
                      it.to().replicates().size(),
                      it.from().replicates().size(),
                      Amounts.probability(smallest)));
            });
  }

  private void undecided() {
    List<String> words = new ArrayList<>();
    for (StudyContrast it : analysis.contrasts()) {
      if (it.verdict().filter(v -> v == Verdict.UNDECIDED).isPresent()) {
        String group = study.group(it.to().group()).map(g -> ", " + g).orElse("");
        String what =
            Messages.get("console.of-system", it.quantity().title(), it.to().system()) + group;
        words.add(
            it.detectable().isPresent()
                ? Messages.get(
                    "console.study-finds", what, Amounts.change(it.detectable().getAsDouble()))
                : what);
      }
    }
    if (!words.isEmpty()) {
      page.plain(Messages.get("console.study-undecided", String.join("; ", words)));
    }
  }

  private void overheads() {
    List<Quantity> overheads = analysis.overheads();
    if (overheads.isEmpty()) {
      return;
    }
    page.blank();
    page.title(Messages.get("console.overheads"));
    page.table(StudyTables.overheads(study, overheads));
  }

  private void efficiency() {
    if (analysis.efficiency().isEmpty()) {
      return;
    }
    page.blank();
    page.title(Messages.get("console.efficiency"));
    page.table(StudyTables.efficiency(analysis));
  }

  private void recomputations() {
    if (analysis.recomputations().isEmpty()) {
      return;
    }
    part(State.REPRODUCED, Messages.get("console.follows"), "+", Style.GOOD);
    part(State.CONTRADICTED, Messages.get("console.follows-not"), "x", Style.BAD);
    part(State.NOT_COMPUTABLE, Messages.get("console.not-computable"), "-", Style.DIM);
    page.blank();
    page.plain(
        Messages.get(
            "console.recomputed",
            analysis.recomputations().size(),
            analysis.recomputations(State.REPRODUCED).size(),
            analysis.recomputations(State.CONTRADICTED).size(),
            analysis.recomputations(State.NOT_COMPUTABLE).size()));
  }

  private void part(State state, String title, String mark, Style style) {
    List<Recomputation> found = analysis.recomputations(state);
    if (found.isEmpty()) {
      return;
    }
    page.blank();
    page.title(title);
    found.forEach(
        it ->
            page.bullet(
                style, mark, "%s: %s (%s).".formatted(it.subject(), it.text(), it.place())));
  }
}
