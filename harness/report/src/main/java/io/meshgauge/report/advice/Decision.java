package io.meshgauge.report.advice;

import io.meshgauge.report.PlanReport;
import io.meshgauge.report.advice.Advice.Grounds;
import io.meshgauge.report.advice.Advice.Kind;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The way from candidates to advice, for measured and predicted differences alike.
 *
 * @param all every mesh of the session
 */
record Decision(UsageProfile profile, PlanReport plan, List<Candidate> all) {

  /** No recommendation. */
  Advice none(String why, Grounds grounds) {
    return advice(Kind.NONE, Optional.empty(), Messages.get("advice.none", why), grounds);
  }

  /**
   * Advice where no candidate is left.
   *
   * @param alone whether the baseline keeps what the profile limits
   */
  Advice ofNone(boolean alone, Grounds grounds) {
    String shortly =
        all.stream().map(it -> it.label() + " " + failure(it)).collect(Collectors.joining("; "));
    String why =
        all.isEmpty()
            ? Messages.get("advice.sweep-of-baseline")
            : Messages.get("advice.none-meets", shortly);
    return alone && profile.requires().isEmpty() ? noMesh(why, grounds) : none(why, grounds);
  }

  private static String failure(Candidate candidate) {
    return candidate.state() == State.FAILS
        ? candidate.obstacles().get(0)
        : Messages.get("advice.no-prediction");
  }

  /**
   * Advice where a candidate has the best score.
   *
   * @param open why it is not preferred; empty if it is
   * @param alone whether the baseline keeps what the profile limits
   * @param without why to do without it, from what is said of its place
   * @param recommended why to take it
   */
  Advice of(
      Candidate first,
      Optional<String> open,
      boolean alone,
      UnaryOperator<String> without,
      Supplier<String> recommended,
      Grounds grounds) {
    if (alone && profile.requires().isEmpty() && first.costs().stream().noneMatch(Cost::better)) {
      String place =
          open.map(it -> Messages.get("advice.which-undecided", it))
              .orElseGet(() -> Messages.get("advice.which-first", first.scoreWords()));
      return noMesh(without.apply(place), grounds);
    }
    return open.map(why -> none(why, grounds))
        .orElseGet(
            () ->
                advice(
                    Kind.RECOMMENDED,
                    Optional.of(first.variant()),
                    first.recommended(recommended.get()),
                    grounds));
  }

  private Advice noMesh(String why, Grounds grounds) {
    String headline = Messages.get("advice.no-mesh", why);
    return advice(Kind.NO_MESH_NEEDED, Optional.empty(), headline, grounds);
  }

  private Advice advice(Kind kind, Optional<String> variant, String headline, Grounds grounds) {
    return new Advice(
        profile, plan.name(), kind, variant, headline, grounds.reasons(), grounds.changes(), all);
  }
}
