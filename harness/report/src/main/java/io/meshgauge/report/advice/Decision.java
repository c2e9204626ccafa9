package io.meshgauge.report.advice;

import io.meshgauge.report.advice.Advice.Kind;
import io.meshgauge.report.advice.Basis.Ranking;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.report.advice.Candidate.Turn;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way from what is known of the meshes to advice, be it measured or predicted. */
final class Decision {
  private final UsageProfile profile;
  private final String plan;
  private final Basis basis;
  private final List<Candidate> all;

  private Decision(UsageProfile profile, String plan, Basis basis) {
    this.profile = profile;
    this.plan = plan;
    this.basis = basis;
    this.all = basis.candidates();
  }

  static Advice of(UsageProfile profile, String plan, Basis basis) {
    return new Decision(profile, plan, basis).advice();
  }

  private Advice advice() {
    List<Candidate> kept = all.stream().filter(it -> it.state() != State.FAILS).toList();
    Optional<String> obstacle = basis.obstacle();
    if (obstacle.isPresent()) {
      return none(obstacle.get(), List.of(), basis.rates(List.of()));
    }
    Optional<String> incomparable = basis.obstacle(kept);
    if (incomparable.isPresent()) {
      return none(incomparable.get(), failures(), basis.rates(List.of()));
    }
    return kept.isEmpty() ? ofNone() : ranked(basis.ranking(kept));
  }

  /** Advice where no candidate is left. */
  private Advice ofNone() {
    String why =
        all.isEmpty()
            ? Messages.get("advice.sweep-of-baseline")
            : Messages.get(
                "advice.none-meets",
                all.stream()
                    .map(it -> it.label() + " " + it.obstacles().get(0))
                    .collect(Collectors.joining("; ")));
    List<String> changes = join(comesIn(), basis.rates(List.of()));
    return profile.requires().isEmpty() && basis.baselineMeets()
        ? advice(Kind.NO_MESH_NEEDED, noMesh(why), failures(), changes)
        : none(why, failures(), changes);
  }

  /** Advice where a candidate has the best score. */
  private Advice ranked(Ranking ranking) {
    List<Candidate> order = ranking.order();
    Candidate first = order.get(0);
    Optional<String> open = ranking.close().or(first::doubt);
    List<String> reasons = new ArrayList<>(ranking.reasons());
    order.stream()
        .filter(it -> it.state() == State.UNDECIDED)
        .map(it -> "%s %s.".formatted(it.label(), ReportText.list(it.obstacles())))
        .forEach(reasons::add);
    reasons.addAll(failures());
    List<String> changes = new ArrayList<>(ranking.changes());
    order.stream()
        .filter(it -> it.equals(first) || it.state() == State.UNDECIDED)
        .forEach(it -> changes.addAll(dropsOut(it)));
    changes.addAll(join(comesIn(), basis.rates(order)));
    if (profile.requires().isEmpty()
        && basis.baselineMeets()
        && first.costs().stream().noneMatch(Cost::better)) {
      String place =
          open.map(it -> Messages.get("advice.which-undecided", it))
              .orElseGet(() -> Messages.get("advice.which-first", first.scoreWords()));
      String why = basis.without(first) + "; " + place;
      return advice(Kind.NO_MESH_NEEDED, noMesh(why), reasons, changes, order);
    }
    return open.map(why -> advice(Kind.NONE, nothing(why), reasons, changes, order))
        .orElseGet(
            () -> advice(Kind.RECOMMENDED, recommended(first, ranking), reasons, changes, order));
  }

  private String recommended(Candidate first, Ranking ranking) {
    return first.recommended(
        Messages.get(
            "advice.recommended",
            first.scoreWords(),
            ranking.place(),
            first.costWords(),
            first.evidenceWords(profile.requires())));
  }

  private List<String> failures() {
    return all.stream()
        .filter(it -> it.state() == State.FAILS)
        .map(
            it ->
                Messages.get(
                    "advice.left-out",
                    it.label(),
                    ReportText.list(it.obstacles()),
                    it.evidenceWords(List.of())))
        .toList();
  }

  /** Where limits that a candidate keeps would leave it out. */
  private static List<String> dropsOut(Candidate candidate) {
    return candidate.checks().stream()
        .filter(it -> it.state() == State.MEETS)
        .flatMap(it -> it.turn().stream())
        .map(it -> Limits.dropsOut(candidate.label(), it))
        .distinct()
        .toList();
  }

  /** Limits that alone keep a candidate out, and where they would let it in. */
  private List<String> comesIn() {
    List<String> found = new ArrayList<>();
    for (Candidate candidate : all) {
      List<Check> failed =
          candidate.checks().stream().filter(it -> it.state() == State.FAILS).toList();
      List<Turn> turns =
          failed.stream()
              .flatMap(it -> it.turn().stream())
              .filter(it -> it.limit().of() != Of.VALUE)
              .toList();
      if (turns.size() == failed.size()) {
        turns.forEach(it -> found.add(Limits.comesIn(candidate.label(), it)));
      }
    }
    return found;
  }

  private static String noMesh(String why) {
    return Messages.get("advice.no-mesh", why);
  }

  private static String nothing(String why) {
    return Messages.get("advice.none", why);
  }

  private Advice none(String why, List<String> reasons, List<String> changes) {
    return advice(Kind.NONE, nothing(why), reasons, changes);
  }

  private Advice advice(Kind kind, String headline, List<String> reasons, List<String> changes) {
    return advice(kind, headline, reasons, changes, List.of());
  }

  /**
   * @param order candidates with their scores, best first
   */
  private Advice advice(
      Kind kind,
      String headline,
      List<String> reasons,
      List<String> changes,
      List<Candidate> order) {
    List<Candidate> candidates =
        all.stream()
            .map(
                it ->
                    order.stream()
                        .filter(scored -> scored.variant().equals(it.variant()))
                        .findFirst()
                        .orElse(it))
            .toList();
    Optional<String> variant =
        kind == Kind.RECOMMENDED ? Optional.of(order.get(0).variant()) : Optional.empty();
    return new Advice(profile, plan, kind, variant, headline, reasons, changes, candidates);
  }

  private static List<String> join(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}
