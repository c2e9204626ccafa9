package io.meshgauge.report.advice;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.predict.Conditions;
import io.meshgauge.predict.CostModel;
import io.meshgauge.predict.Estimate;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.Kind;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the cost model of a sweep says, whose arms are not compared: two arms are distinguished
 * where their predictions for the middle of the measured conditions do not overlap.
 */
final class PredictedAdvice implements Basis {
  /** Use of a machine that {@code predict} does not exceed by default. */
  private static final double UTILISATION = 0.6;

  private static final List<Metric> INTEGRATION =
      List.of(Metric.CONFIG_OBJECTS, Metric.CONFIG_LINES, Metric.READY);

  private final PlanReport plan;
  private final UsageProfile profile;
  private final List<CostModel> models;
  private final Optional<Conditions> middle;
  private final Map<Metric, Estimate> baseline;

  PredictedAdvice(Report report, PlanReport plan, UsageProfile profile) {
    this.plan = plan;
    this.profile = profile;
    this.models = CostModel.of(report.session());
    Optional<CostModel> reference =
        models.stream().filter(it -> it.arm().equals(Variant.BASELINE)).findFirst();
    this.middle = reference.map(CostModel::center);
    this.baseline = reference.map(it -> estimates(it, it.center())).orElse(Map.of());
  }

  @Override
  public Optional<String> obstacle() {
    List<String> missing =
        profile.weighed().stream()
            .filter(it -> !baseline.containsKey(it))
            .map(Metric::key)
            .toList();
    if (middle.isEmpty()) {
      return Optional.of(Messages.get("advice.sweep-without-baseline"));
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(Messages.get("advice.predicts-not", ReportText.list(missing)));
  }

  @Override
  public List<Candidate> candidates() {
    return middle.stream()
        .flatMap(
            at ->
                models.stream()
                    .filter(it -> !it.arm().equals(Variant.BASELINE))
                    .map(it -> candidate(it, at)))
        .toList();
  }

  @Override
  public Ranking ranking(List<Candidate> kept) {
    Conditions at = middle.orElseThrow();
    List<Candidate> order =
        kept.stream().sorted(Comparator.comparingDouble(it -> -it.score().orElseThrow())).toList();
    String place =
        order.size() == 1
            ? Messages.get("advice.only")
            : Messages.get("advice.first-of", order.size());
    List<String> reasons = new ArrayList<>();
    reasons.add(
        Messages.get(
            "advice.predicted",
            Stream.of(Factor.RATE, Factor.CONNECTIONS, Factor.PAYLOAD)
                .map(it -> it.words() + " " + it.text(it.of(at)))
                .collect(Collectors.joining(", "))));
    order.forEach(it -> reasons.add(it.adds(profile)));
    return new Ranking(
        order,
        close(order),
        Messages.get("advice.by-predictions", Factor.RATE.text(at.rate()), place),
        reasons,
        List.of());
  }

  /** Why the first candidate cannot be preferred; empty if it can. */
  private Optional<String> close(List<Candidate> order) {
    Candidate first = order.get(0);
    List<String> close =
        order.stream()
            .skip(1)
            .filter(
                it ->
                    it.range().orElseThrow().high() >= first.range().orElseThrow().low()
                        || first.score().orElse(0) - it.score().orElse(0) < profile.margin())
            .map(Candidate::scoreWords)
            .toList();
    return close.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Messages.get("advice.predictions-overlap", first.scoreWords(), ReportText.list(close)));
  }

  @Override
  public boolean baselineMeets() {
    return profile.limits().stream()
        .filter(it -> it.of() == Of.VALUE)
        .allMatch(it -> value(it, baseline).state() == State.MEETS);
  }

  @Override
  public String without(Candidate first) {
    return Messages.get("advice.predicted-to-add", first.label(), first.costWords());
  }

  /** The rates at which each arm fills a machine. */
  @Override
  public List<String> rates(List<Candidate> order) {
    return middle.stream()
        .flatMap(at -> models.stream().flatMap(it -> rate(it, at).stream()))
        .toList();
  }

  private static Optional<String> rate(CostModel model, Conditions at) {
    double some = model.rateAt(at, UTILISATION);
    double all = model.rateAt(at, 1);
    if (!model.varied(Factor.RATE) || !Double.isFinite(some) || !Double.isFinite(all)) {
      return Optional.empty();
    }
    double measured = model.range(Factor.RATE).high();
    String beyond =
        all > measured
            ? "; " + Messages.get("advice.measured-to", Factor.RATE.text(Math.rint(measured)))
            : "";
    return Optional.of(
        Messages.get(
            "advice.fills",
            model.arm(),
            Amounts.share(UTILISATION),
            Factor.RATE.text(Math.rint(some)),
            Factor.RATE.text(Math.rint(all)),
            beyond));
  }

  /** Predictions of the model, and what was measured of the arm that depends on no condition. */
  private Map<Metric, Estimate> estimates(CostModel model, Conditions at) {
    Map<Metric, Estimate> found = new EnumMap<>(Metric.class);
    model
        .estimates(at)
        .forEach(
            (target, it) -> {
              Estimate amount = target.kind() == Kind.CORES ? it.times(1000 / at.rate()) : it;
              target.metric().ifPresent(metric -> found.put(metric, amount));
            });
    for (Metric metric : INTEGRATION) {
      DoubleSummaryStatistics measured =
          points(model).stream()
              .flatMap(point -> point.replicates(metric).stream())
              .flatMapToDouble(it -> Arrays.stream(it.values()))
              .summaryStatistics();
      if (measured.getCount() > 0) {
        found.put(
            metric, new Estimate(measured.getAverage(), measured.getMin(), measured.getMax()));
      }
    }
    return found;
  }

  /** The arms of a sweep that the model describes. */
  private List<Arm> points(CostModel model) {
    return plan.arms().stream()
        .filter(it -> CostModel.armOf(it.variant()).equals(model.arm()))
        .toList();
  }

  private Candidate candidate(CostModel model, Conditions at) {
    Map<Metric, Estimate> own = estimates(model, at);
    List<Arm> points = points(model);
    Set<Check> checks = new LinkedHashSet<>();
    for (Arm point : points) {
      checks.addAll(Candidate.promises(profile, point));
      if (point.evidenceMark() == EvidenceMark.NONE && !point.valid().isEmpty()) {
        checks.add(Check.fails(Messages.get("advice.point-without-evidence", point.name())));
      }
    }
    profile.limits().forEach(it -> checks.add(limit(it, own)));
    boolean predicted = own.keySet().containsAll(profile.weighed());
    if (!predicted) {
      checks.add(Check.fails(Messages.get("advice.no-prediction")));
    }
    boolean isModel = points.stream().anyMatch(Arm::isModel);
    return new Candidate(
        model.arm(),
        isModel ? Messages.get("report.model", model.arm()) : model.arm(),
        isModel ? Optional.of(points.get(0).variant().mesh()) : Optional.empty(),
        Promises.counts(points.stream().flatMap(it -> Promises.of(it).stream()).toList()),
        Candidate.costs(profile, it -> cost(it, own)),
        List.copyOf(checks),
        predicted ? OptionalDouble.of(score(own, Estimate::value)) : OptionalDouble.empty(),
        predicted
            ? Optional.of(new Interval(score(own, Estimate::high), score(own, Estimate::low)))
            : Optional.empty());
  }

  /** The score if every predicted cost is at one end of its interval. */
  private double score(Map<Metric, Estimate> own, ToDoubleFunction<Estimate> end) {
    double score = 0;
    for (Criterion criterion : profile.criteria()) {
      Estimate found = own.get(criterion.metric());
      if (found != null) {
        score +=
            profile.weights().weight(criterion.metric())
                * criterion.points(end.applyAsDouble(found));
      }
    }
    return score;
  }

  private Optional<Cost> cost(Metric metric, Map<Metric, Estimate> own) {
    Estimate to = own.get(metric);
    Estimate from = baseline.get(metric);
    if (to == null || from == null) {
      return Optional.empty();
    }
    Estimate added = to.less(from);
    return Optional.of(
        new Cost(metric, added.value(), Optional.of(added.interval()), Optional.empty()));
  }

  private Check limit(Limit limit, Map<Metric, Estimate> own) {
    Estimate from = baseline.get(limit.metric());
    return limit.of() == Of.VALUE
        ? value(limit, own)
        : Limits.check(
            limit,
            cost(limit.metric(), own),
            from == null ? 1 : from.value(),
            Messages.get("advice.not-predicted"));
  }

  private static Check value(Limit limit, Map<Metric, Estimate> predicted) {
    return Optional.ofNullable(predicted.get(limit.metric()))
        .map(it -> Limits.check(limit, it.value(), Optional.of(it.interval())))
        .orElseGet(() -> Limits.unknown(limit, Messages.get("advice.not-predicted")));
  }
}
