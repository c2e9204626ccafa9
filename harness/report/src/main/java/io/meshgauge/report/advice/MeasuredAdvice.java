package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.score.Choice;
import io.meshgauge.score.Contest;
import io.meshgauge.score.ScoreInput;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the comparisons of one plan say. */
final class MeasuredAdvice implements Basis {
  private final Report report;
  private final PlanReport plan;
  private final UsageProfile profile;
  private final Obstacles obstacles;

  MeasuredAdvice(Report report, PlanReport plan, UsageProfile profile) {
    this.report = report;
    this.plan = plan;
    this.profile = profile;
    this.obstacles = new Obstacles(plan, profile);
  }

  @Override
  public Optional<String> obstacle() {
    return obstacles.ofAll();
  }

  @Override
  public Optional<String> obstacle(List<Candidate> kept) {
    return obstacles.of(kept);
  }

  @Override
  public List<Candidate> candidates() {
    return plan.variants().stream()
        .filter(it -> !it.variant().isBaseline())
        .map(this::candidate)
        .toList();
  }

  private Candidate candidate(Arm arm) {
    Optional<Contrast> contrast = plan.contrast(arm.name());
    List<Promises.Line> lines = Promises.of(arm);
    List<Check> checks = new ArrayList<>(Candidate.promises(profile, arm));
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
    return new Candidate(
        arm.name(),
        arm.label(),
        arm.isModel() ? Optional.of(arm.variant().mesh()) : Optional.empty(),
        Promises.counts(lines),
        Candidate.costs(profile, it -> contrast.flatMap(c -> c.on(it)).map(Cost::of)),
        checks,
        OptionalDouble.empty(),
        Optional.empty());
  }

  private List<Check> objectives(Arm arm) {
    return plan.slos().stream()
        .filter(it -> it.variant().equals(arm.name()))
        .map(it -> Limits.check(it, arm))
        .toList();
  }

  @Override
  public Ranking ranking(List<Candidate> kept) {
    Choice choice = Choice.of(profile, contest(kept), plan.seed());
    List<Candidate> order =
        choice.order().stream()
            .flatMap(name -> kept.stream().filter(it -> it.variant().equals(name)))
            .map(it -> it.scored(choice.composite(it.variant())))
            .toList();
    List<String> reasons = new ArrayList<>();
    report.otherWork().ifPresent(reasons::add);
    reasons.addAll(obstacles.smallFloors());
    order.forEach(it -> reasons.add(adds(choice, it)));
    Lead lead = new Lead(profile, choice, order);
    Optional<String> close = lead.close();
    return new Ranking(
        order, close, lead.place(), reasons, lead.changes(close.or(order.get(0)::doubt).isEmpty()));
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

  @Override
  public boolean baselineMeets() {
    Stream<Check> limits =
        profile.limits().stream()
            .filter(it -> it.of() == Of.VALUE)
            .map(it -> Limits.check(it, baseline()));
    return Stream.concat(objectives(baseline()).stream(), limits)
        .allMatch(it -> it.state() == State.MEETS);
  }

  @Override
  public String without(Candidate first) {
    String worse =
        first.costs().stream()
            .filter(Cost::worse)
            .map(Cost::words)
            .collect(Collectors.joining(", "));
    return worse.isEmpty()
        ? Messages.get("advice.adds-undecided", first.label(), first.costWords())
        : Messages.get("advice.saves", first.label(), worse);
  }

  /** The measured capacity of the first candidate. */
  @Override
  public List<String> rates(List<Candidate> order) {
    return order.stream()
        .limit(1)
        .flatMap(it -> plan.arm(it.variant()).stream())
        .flatMap(
            arm ->
                arm.replicates(Metric.CAPACITY).stream()
                    .map(
                        it ->
                            Messages.get(
                                "advice.capacity",
                                arm.label(),
                                Amounts.text(
                                    Metric.CAPACITY.unit(), OrderStatistics.median(it.values())))))
        .toList();
  }

  private String adds(Choice choice, Candidate candidate) {
    return choice
        .composite(candidate.variant())
        .placement()
        .map(
            it ->
                Messages.get(
                    "advice.adds-stable",
                    candidate.scoreWords(),
                    candidate.costWords(),
                    candidate.evidenceWords(profile.requires()),
                    Amounts.share(it.probabilities().get(0)),
                    Amounts.share(it.stability().overWeights()),
                    Amounts.share(it.stability().overAnyWeights())))
        .orElseGet(() -> candidate.adds(profile));
  }
}
