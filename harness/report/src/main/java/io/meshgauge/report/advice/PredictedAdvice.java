package io.meshgauge.report.advice;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.predict.Conditions;
import io.meshgauge.predict.CostModel;
import io.meshgauge.predict.Estimate;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.Target;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Arm.EvidenceMark;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.advice.Advice.Grounds;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Advice from the cost model of a sweep, whose arms are not compared: two arms are distinguished
 * where their predictions for the middle of the measured conditions do not overlap.
 */
final class PredictedAdvice {
  /** Use of a machine that {@code predict} does not exceed by default. */
  private static final double UTILISATION = 0.6;

  private final PlanReport plan;
  private final UsageProfile profile;
  private final List<CostModel> models;

  PredictedAdvice(Report report, PlanReport plan, UsageProfile profile) {
    this.plan = plan;
    this.profile = profile;
    this.models = CostModel.of(report.session());
  }

  Advice advice() {
    Optional<CostModel> reference =
        models.stream().filter(it -> it.arm().equals(Variant.BASELINE)).findFirst();
    if (reference.isEmpty()) {
      return decision(List.of())
          .none(Messages.get("advice.sweep-without-baseline"), new Grounds(List.of(), List.of()));
    }
    Conditions at = reference.get().center();
    Map<Metric, Estimate> baseline = estimates(reference.get(), at);
    List<String> missing =
        profile.weighed().stream()
            .filter(it -> !baseline.containsKey(it))
            .map(Metric::key)
            .toList();
    if (!missing.isEmpty()) {
      return decision(List.of())
          .none(
              Messages.get("advice.predicts-not", ReportText.list(missing)),
              new Grounds(List.of(), rates(at)));
    }
    List<Candidate> all =
        models.stream()
            .filter(it -> !it.equals(reference.get()))
            .map(it -> candidate(it, at, baseline))
            .toList();
    List<Candidate> order =
        all.stream()
            .filter(it -> it.state() != State.FAILS && it.score().isPresent())
            .sorted(Comparator.comparingDouble(it -> -it.score().orElse(0)))
            .toList();
    if (order.isEmpty()) {
      return decision(all).ofNone(true, new Grounds(List.of(), rates(at)));
    }
    Candidate first = order.get(0);
    return decision(all)
        .of(
            first,
            close(order).or(first::doubt),
            true,
            place ->
                Messages.get("advice.predicted-to-add", first.label(), first.costWords(), place),
            () -> recommended(order, at),
            new Grounds(reasons(order, at), rates(at)));
  }

  private Decision decision(List<Candidate> all) {
    return new Decision(profile, plan, all);
  }

  private List<String> reasons(List<Candidate> order, Conditions at) {
    String conditions =
        Stream.of(Factor.RATE, Factor.CONNECTIONS, Factor.PAYLOAD)
            .map(it -> it.words() + " " + it.text(it.of(at)))
            .collect(Collectors.joining(", "));
    return Stream.concat(
            Stream.of(Messages.get("advice.predicted", conditions)),
            order.stream()
                .map(
                    it ->
                        Messages.get(
                            "advice.adds",
                            it.scoreWords(),
                            it.costWords(),
                            it.evidenceWords(profile.requires()))))
        .toList();
  }

  private String recommended(List<Candidate> order, Conditions at) {
    Candidate first = order.get(0);
    return Messages.get(
        "advice.recommended-by-prediction",
        first.scoreWords(),
        Factor.RATE.text(at.rate()),
        order.size() == 1
            ? Messages.get("advice.only")
            : Messages.get("advice.first-of", order.size()),
        first.costWords(),
        first.evidenceWords(profile.requires()));
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

  /** The rates at which each arm fills a machine. */
  private List<String> rates(Conditions at) {
    List<String> rates = new ArrayList<>();
    for (CostModel model : models) {
      double some = model.rateAt(at, UTILISATION);
      double all = model.rateAt(at, 1);
      if (model.varied(Factor.RATE) && Double.isFinite(some) && Double.isFinite(all)) {
        double measured = model.range(Factor.RATE).high();
        String beyond =
            all > measured
                ? "; " + Messages.get("advice.measured-to", Factor.RATE.text(Math.rint(measured)))
                : "";
        rates.add(
            Messages.get(
                "advice.fills",
                model.arm(),
                Amounts.share(UTILISATION),
                Factor.RATE.text(Math.rint(some)),
                Factor.RATE.text(Math.rint(all)),
                beyond));
      }
    }
    return rates;
  }

  private static Map<Metric, Estimate> estimates(CostModel model, Conditions at) {
    Map<Metric, Estimate> found = new EnumMap<>(Metric.class);
    model
        .estimates(at)
        .forEach(
            (target, estimate) ->
                metric(target)
                    .ifPresent(
                        metric ->
                            found.put(
                                metric,
                                metric.unit() == Unit.CPU_SECONDS_PER_1000_REQUESTS
                                    ? estimate.times(1000 / at.rate())
                                    : estimate)));
    return found;
  }

  private static Optional<Metric> metric(Target target) {
    return switch (target) {
      case P50 -> Optional.of(Metric.RESPONSE_P50);
      case P99 -> Optional.of(Metric.RESPONSE_P99);
      case CPU_SYSTEM -> Optional.of(Metric.CPU_SYSTEM);
      case CPU_APPLICATION -> Optional.of(Metric.CPU_APPLICATION);
      case CPU_DATA_PLANE -> Optional.of(Metric.CPU_DATA_PLANE);
      case MEMORY_SYSTEM -> Optional.of(Metric.MEMORY_SYSTEM);
      case MEMORY_DATA_PLANE -> Optional.of(Metric.MEMORY_DATA_PLANE);
      case UTILISATION, CPU_LOAD -> Optional.empty();
    };
  }

  private Candidate candidate(CostModel model, Conditions at, Map<Metric, Estimate> baseline) {
    Map<Metric, Estimate> own = estimates(model, at);
    List<Arm> points =
        plan.arms().stream()
            .filter(it -> CostModel.armOf(it.variant()).equals(model.arm()))
            .toList();
    List<Promises.Line> lines = points.stream().flatMap(it -> Promises.of(it).stream()).toList();
    List<Check> checks = new ArrayList<>();
    for (Arm point : points) {
      List<Check> found =
          Candidate.promises(profile, point.isModel(), Promises.of(point), point.valid().size());
      found.stream().filter(it -> !checks.contains(it)).forEach(checks::add);
      if (point.evidenceMark() == EvidenceMark.NONE && !point.valid().isEmpty()) {
        checks.add(Check.fails(Messages.get("advice.point-without-evidence", point.name())));
      }
    }
    List<Cost> costs =
        profile.weighed().stream().flatMap(it -> cost(it, own, baseline).stream()).toList();
    profile.limits().forEach(it -> checks.add(limit(it, own, baseline)));
    boolean predicted = own.keySet().containsAll(profile.weighed());
    boolean isModel = points.stream().anyMatch(Arm::isModel);
    return new Candidate(
        model.arm(),
        isModel ? Messages.get("report.model", model.arm()) : model.arm(),
        isModel ? Optional.of(points.get(0).variant().mesh()) : Optional.empty(),
        Promises.counts(lines),
        costs,
        checks,
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

  private static Optional<Cost> cost(
      Metric metric, Map<Metric, Estimate> own, Map<Metric, Estimate> baseline) {
    Estimate to = own.get(metric);
    Estimate from = baseline.get(metric);
    if (to == null || from == null) {
      return Optional.empty();
    }
    Estimate added = to.less(from);
    return Optional.of(
        new Cost(metric, added.value(), Optional.of(added.interval()), Optional.empty()));
  }

  private static Check limit(
      Limit limit, Map<Metric, Estimate> own, Map<Metric, Estimate> baseline) {
    String none = Messages.get("advice.not-predicted");
    if (limit.of() == Of.VALUE) {
      return Optional.ofNullable(own.get(limit.metric()))
          .map(it -> Limits.check(limit, it.value(), Optional.of(it.interval())))
          .orElseGet(() -> Limits.check(State.UNDECIDED, limit, none));
    }
    Estimate from = baseline.get(limit.metric());
    return Limits.check(
        limit, cost(limit.metric(), own, baseline), from == null ? 1 : from.value(), none);
  }
}
