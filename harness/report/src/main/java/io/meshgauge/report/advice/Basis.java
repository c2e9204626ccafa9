package io.meshgauge.report.advice;

import java.util.List;
import java.util.Optional;

/**
 * What a session knows of its meshes under one plan, measured or predicted: differences from the
 * baseline with their intervals, and which mesh is best by them.
 */
interface Basis {
  /** Why it carries no advice, whatever the candidates are; empty if it may carry one. */
  Optional<String> obstacle();

  /** Every mesh of the session, in the experiment's order; never the baseline. */
  List<Candidate> candidates();

  /** Why candidates that do not fail cannot be compared; empty if they can. */
  default Optional<String> obstacle(List<Candidate> kept) {
    return Optional.empty();
  }

  /**
   * Candidates that do not fail, ranked by their scores.
   *
   * @param kept at least one, that nothing keeps from being compared
   */
  Ranking ranking(List<Candidate> kept);

  /** Whether the baseline keeps what the profile limits; it adds nothing to itself. */
  boolean baselineMeets();

  /** What to do without a candidate means, the beginning of a sentence. */
  String without(Candidate first);

  /**
   * Rates that the arms carry, a sentence each.
   *
   * @param order candidates that do not fail, best score first; may be none
   */
  List<String> rates(List<Candidate> order);

  /**
   * A ranking.
   *
   * @param order candidates with their scores, best first
   * @param close why the first cannot be preferred to all others; empty if it can
   * @param place of the first among them, to follow its name
   * @param reasons what holds of all, and what each adds to the baseline, a sentence each
   * @param changes that would change the order, a sentence each
   */
  record Ranking(
      List<Candidate> order,
      Optional<String> close,
      String place,
      List<String> reasons,
      List<String> changes) {}
}
