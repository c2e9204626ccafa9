package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Arm.EvidenceMark;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.advice.Advice.Grounds;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.score.Choice;
import io.meshgauge.score.Contest;
import io.meshgauge.score.ScoreInput;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Advice from the comparisons of one plan. */
final class MeasuredAdvice {
  private final Report report;
  private final PlanReport plan;
  private final UsageProfile profile;

  MeasuredAdvice(Report report, PlanReport plan, UsageProfile profile) {
    this.report = report;
    this.plan = plan;
    this.profile = profile;
  }

  Advice advice() {
    Obstacles obstacles = new Obstacles(plan, profile);
    List<Candidate> all =
        plan.variants().stream()
            .filter(it -> !it.variant().isBaseline())
            .map(this::candidate)
            .toList();
    List<Candidate> kept = all.stream().filter(it -> it.state() != State.FAILS).toList();
    Decision decision = new Decision(profile, plan, all);
    return obstacles
        .ofAll()
        .map(why -> decision.none(why, new Grounds(List.of(), List.of())))
        .or(
            () ->
                obstacles
                    .of(kept)
                    .map(why -> decision.none(why, new Grounds(failures(all), List.of()))))
        .orElseGet(() -> compared(all, kept));
  }

  private Candidate candidate(Arm arm) {
    Optional<Contrast> contrast = plan.contrast(arm.name());
    List<Promises.Line> lines = Promises.of(arm);
    List<Check> checks =
        new ArrayList<>(Candidate.promises(profile, arm.isModel(), lines, arm.valid().size()));
    if (arm.valid().isEmpty()) {
      checks.add(Check.fails(Messages.get("advice.no-valid-run", arm.outcomes())));
    }
    if (arm.evidenceMark() == EvidenceMark.UNVERIFIED
        && lines.stream().allMatch(Promises.Line::held)) {
      checks.add(Check.fails(Messages.get("advice.run-without-evidence")));
    }
    checks.addAll(objectives(arm));
    for (Limit limit : profile.limits()) {
      Optional<Comparison> found = contrast.flatMap(it -> it.on(limit.metric()));
      checks.add(
          limit.of() == Of.VALUE
              ? Limits.check(limit, arm)
              : Limits.check(
                  limit,
                  found.map(Cost::of),
                  found.map(it -> it.difference().level()).orElse(1.0),
                  Messages.get("advice.not-measured")));
    }
    List<Cost> costs =
        Stream.concat(profile.weighed().stream(), profile.limits().stream().map(Limit::metric))
            .distinct()
            .flatMap(metric -> contrast.flatMap(it -> it.on(metric)).stream())
            .map(Cost::of)
            .toList();
    return new Candidate(
        arm.name(),
        arm.label(),
        arm.isModel() ? Optional.of(arm.variant().mesh()) : Optional.empty(),
        Promises.counts(lines),
        costs,
        checks,
        OptionalDouble.empty(),
        Optional.empty());
  }

  private List<Check> objectives(Arm arm) {
    return plan.slos().stream()
        .filter(it -> it.variant().equals(arm.name()))
        .map(Limits::check)
        .toList();
  }

  private static List<String> failures(List<Candidate> all) {
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

  private Advice compared(List<Candidate> all, List<Candidate> kept) {
    if (kept.isEmpty()) {
      return new Decision(profile, plan, all)
          .ofNone(baselineMeets(), new Grounds(failures(all), Changes.comesIn(plan, all)));
    }
    Choice choice = Choice.of(profile, contest(kept), plan.seed());
    List<Candidate> scored =
        all.stream()
            .map(it -> kept.contains(it) ? it.scored(choice.composite(it.variant())) : it)
            .toList();
    List<Candidate> order =
        choice.order().stream()
            .flatMap(name -> scored.stream().filter(it -> it.variant().equals(name)))
            .toList();
    Candidate first = order.get(0);
    Optional<String> open = close(choice, order).or(first::doubt);
    Changes changes = new Changes(plan, profile, choice, order);
    return new Decision(profile, plan, scored)
        .of(
            first,
            open,
            baselineMeets(),
            place -> saved(first) + "; " + place,
            () -> recommended(choice, order),
            new Grounds(reasons(choice, order, all), changes.all(open.isEmpty(), scored)));
  }

  /** Candidates with equal promises as text, because the profile regards them as equals. */
  private Contest contest(List<Candidate> kept) {
    List<ScoreInput> inputs =
        plan.variants().stream()
            .filter(
                arm ->
                    arm.variant().isBaseline()
                        || kept.stream().anyMatch(it -> it.variant().equals(arm.name())))
            .map(arm -> new ScoreInput(arm.name(), "required", arm.scored(), Optional.empty()))
            .toList();
    return new Contest(plan.name(), inputs, baseline().name());
  }

  private Arm baseline() {
    return plan.contrasts().get(0).reference();
  }

  /** Whether the baseline keeps the objectives and limits; it adds nothing to itself. */
  private boolean baselineMeets() {
    Stream<Check> limits =
        profile.limits().stream()
            .filter(it -> it.of() == Of.VALUE)
            .map(it -> Limits.check(it, baseline()));
    return Stream.concat(objectives(baseline()).stream(), limits)
        .allMatch(it -> it.state() == State.MEETS);
  }

  /** An interval of one lead may exclude 0 where the test of all pairs together does not decide. */
  private static String alike(String labels, int candidates) {
    int pairs = candidates * (candidates - 1) / 2;
    return pairs > 1
        ? Messages.get("advice.alike-corrected", labels, pairs)
        : Messages.get("advice.alike", labels);
  }

  /** Why no candidate can be preferred to all others; empty if the first can. */
  private Optional<String> close(Choice choice, List<Candidate> order) {
    List<String> unbeaten = choice.unbeaten();
    Candidate first = order.get(0);
    if (unbeaten.size() > 1) {
      List<String> labels =
          order.stream()
              .filter(it -> unbeaten.contains(it.variant()))
              .map(Candidate::scoreWords)
              .toList();
      return Optional.of(
          alike(ReportText.list(labels), order.size())
              + lead(choice, order, unbeaten).map(it -> " (" + it + ")").orElse(""));
    }
    if (order.size() == 1) {
      return Optional.empty();
    }
    Candidate second = order.get(1);
    double lead =
        choice.lead(first.variant(), second.variant()).map(Difference::absolute).orElse(0.0);
    return lead < profile.margin()
        ? Optional.of(
            Messages.get(
                "advice.below-margin",
                first.scoreWords(),
                second.scoreWords(),
                Amounts.fixed(profile.margin(), 3)))
        : Optional.empty();
  }

  /** The lead of the first over the next unbeaten one. */
  private static Optional<String> lead(
      Choice choice, List<Candidate> order, List<String> unbeaten) {
    return order.stream()
        .skip(1)
        .filter(it -> unbeaten.contains(it.variant()))
        .findFirst()
        .flatMap(second -> leadWords(choice, order.get(0), second));
  }

  private static Optional<String> leadWords(Choice choice, Candidate first, Candidate second) {
    return choice
        .lead(first.variant(), second.variant())
        .map(
            it ->
                Messages.get(
                    "advice.lead",
                    first.label(),
                    second.label(),
                    Amounts.fixed(it.absolute(), 3)
                        + it.interval()
                            .map(
                                range ->
                                    " "
                                        + Amounts.bracketed(
                                            range.low(),
                                            range.high(),
                                            end -> Amounts.fixed(end, 3)))
                            .orElse(""),
                    ReportText.count(it.blocks(), "block")));
  }

  private String recommended(Choice choice, List<Candidate> order) {
    Candidate first = order.get(0);
    String among =
        order.size() == 1
            ? Messages.get("advice.only")
            : Messages.get(
                "advice.first-with-lead",
                order.size(),
                leadWords(choice, first, order.get(1))
                    .orElseGet(() -> Messages.get("advice.no-lead")));
    return Messages.get(
        "advice.recommended",
        first.scoreWords(),
        among,
        first.costWords(),
        first.evidenceWords(profile.requires()));
  }

  private static String saved(Candidate first) {
    String worse =
        first.costs().stream()
            .filter(Cost::worse)
            .map(Cost::words)
            .collect(Collectors.joining(", "));
    return worse.isEmpty()
        ? Messages.get("advice.adds-undecided", first.label(), first.costWords())
        : Messages.get("advice.saves", first.label(), worse);
  }

  private List<String> reasons(Choice choice, List<Candidate> order, List<Candidate> all) {
    List<String> reasons = new ArrayList<>();
    report.otherWork().ifPresent(reasons::add);
    reasons.addAll(new Obstacles(plan, profile).smallFloors());
    order.forEach(it -> reasons.add(adds(choice, it)));
    order.stream()
        .filter(it -> it.state() == State.UNDECIDED)
        .forEach(
            it -> reasons.add("%s %s.".formatted(it.label(), ReportText.list(it.obstacles()))));
    reasons.addAll(failures(all));
    return reasons;
  }

  private String adds(Choice choice, Candidate candidate) {
    String costs = candidate.costWords();
    String proven = candidate.evidenceWords(profile.requires());
    return choice
        .composite(candidate.variant())
        .placement()
        .map(
            it ->
                Messages.get(
                    "advice.adds-stable",
                    candidate.scoreWords(),
                    costs,
                    proven,
                    Amounts.share(it.probabilities().get(0)),
                    Amounts.share(it.stability().overWeights()),
                    Amounts.share(it.stability().overAnyWeights())))
        .orElseGet(() -> Messages.get("advice.adds", candidate.scoreWords(), costs, proven));
  }
}
