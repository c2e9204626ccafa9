package io.meshgauge.study;

import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Kind;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Study.SystemUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A study analysed from its printed figures alone.
 *
 * @param study what it printed
 * @param contrasts every system against the reference, by group and quantity
 * @param recomputations what follows from the figures, and what does not
 * @param fits the search for targets and budgets behind its points
 * @param composites its weighted sums again
 * @param efficiency the terms of its index by system; none if it has no index
 * @param claims of its text, next to its figures
 */
public record StudyAnalysis(
    Study study,
    List<StudyContrast> contrasts,
    List<Recomputation> recomputations,
    List<ScoreFit> fits,
    List<CompositeFit> composites,
    List<EfficiencyTerms> efficiency,
    List<ClaimCheck> claims) {
  public StudyAnalysis {
    contrasts = List.copyOf(contrasts);
    recomputations = List.copyOf(recomputations);
    fits = List.copyOf(fits);
    composites = List.copyOf(composites);
    efficiency = List.copyOf(efficiency);
    claims = List.copyOf(claims);
  }

  /** The analysis of a study. */
  public static StudyAnalysis of(Study study) {
    List<ScoreFit> fits =
        study.claims().scores().stream().map(it -> ScoreFit.of(study, it)).toList();
    List<CompositeFit> composites =
        study.claims().composites().stream().map(it -> CompositeFit.of(study, it)).toList();
    List<EfficiencyTerms> efficiency = EfficiencyTerms.of(study);
    List<StudyContrast> contrasts = contrasts(study);
    List<Recomputation> recomputations = new ArrayList<>(new Arithmetic(study).all());
    recomputations.addAll(new PrintedTests(study).all());
    recomputations.addAll(new DerivedScores(study, fits, composites, efficiency).all());
    return new StudyAnalysis(
        study, contrasts, recomputations, fits, composites, efficiency, ClaimCheck.all(study));
  }

  private static List<StudyContrast> contrasts(Study study) {
    List<StudyContrast> all = new ArrayList<>();
    for (Group group : study.groups()) {
      for (Quantity quantity : study.quantities()) {
        if (quantity.kind().hasRatio()) {
          all.addAll(StudyContrast.family(contrasts(study, group, quantity)));
        }
      }
    }
    return all;
  }

  private static List<StudyContrast> contrasts(Study study, Group group, Quantity quantity) {
    List<Value> values =
        study.systems().stream()
            .map(SystemUnderTest::name)
            .map(it -> study.value(group.name(), it, quantity.name()))
            .flatMap(Optional::stream)
            .toList();
    if (values.size() < 2) {
      return List.of();
    }
    Value from =
        values.stream()
            .filter(it -> it.system().equals(study.reference()))
            .findFirst()
            .orElse(values.get(0));
    return values.stream()
        .filter(it -> !it.system().equals(from.system()))
        .map(it -> StudyContrast.of(study, from, it))
        .toList();
  }

  /** The contrasts of a group. */
  public List<StudyContrast> contrasts(Group group) {
    return contrasts.stream().filter(it -> it.to().group().equals(group.name())).toList();
  }

  /** Quantities that the study printed as changes or additions to a baseline. */
  public List<Quantity> overheads() {
    return study.quantities().stream()
        .filter(it -> it.kind() == Kind.CHANGE || it.kind() == Kind.ADDED)
        .toList();
  }

  /** The recomputations of one state. */
  public List<Recomputation> recomputations(Recomputation.State state) {
    return recomputations.stream().filter(it -> it.state() == state).toList();
  }

  /** Whether any contrast rests on printed half-widths. */
  public boolean assumesHalfWidths() {
    return contrasts.stream().anyMatch(it -> it.basis() == StudyContrast.Basis.HALF_WIDTHS);
  }
}
