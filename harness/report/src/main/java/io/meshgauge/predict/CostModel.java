package io.meshgauge.predict;

import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.stats.Interval;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What an arm costs under given conditions, fitted to the deployments of a session.
 *
 * @param arm mesh, with the choices that conditions do not contain
 * @param fits by target; none for what was not measured
 * @param ranges lowest and highest measured value of each factor, equal where it was not varied
 * @param cores of the machine
 * @param busiest highest measured utilisation, 0 to 1
 * @param center of the measured conditions
 */
public record CostModel(
    String arm,
    Map<Target, TargetFit> fits,
    Map<Factor, Interval> ranges,
    double cores,
    double busiest,
    Conditions center) {
  /** Copies beyond this are a wrong question. */
  private static final double MOST_COPIES = 1e6;

  public CostModel {
    Map<Target, TargetFit> ordered = new EnumMap<>(Target.class);
    ordered.putAll(fits);
    fits = Collections.unmodifiableMap(ordered);
    ranges = Collections.unmodifiableMap(new EnumMap<>(ranges));
  }

  /** The models of a session, one for each arm; points that are held out are not used. */
  public static List<CostModel> of(Session session) {
    double cores = Double.parseDouble(session.environment().facts().getOrDefault("cpu.cores", "1"));
    return of(Sample.of(session, false), cores);
  }

  /** The arm of a point: its variant without the factors of the conditions. */
  public static String armOf(Variant variant) {
    return Sample.arm(variant);
  }

  static List<CostModel> of(Map<String, List<Sample>> arms, double cores) {
    Map<String, CostModel> models = new LinkedHashMap<>();
    arms.forEach((arm, samples) -> models.put(arm, empty(arm, samples, cores)));
    for (Target target : Target.values()) {
      TargetFit.of(
              target,
              arms,
              (arm, factor) -> model(models, arm).varied(factor),
              (arm, at) -> model(models, arm).queue(at, 1))
          .forEach((arm, fit) -> models.put(arm, model(models, arm).with(target, fit)));
    }
    return List.copyOf(models.values());
  }

  private static CostModel model(Map<String, CostModel> models, String arm) {
    return Objects.requireNonNull(models.get(arm));
  }

  /** What was varied, without any fit. */
  private static CostModel empty(String arm, List<Sample> samples, double cores) {
    Map<Factor, Interval> ranges = new EnumMap<>(Factor.class);
    Conditions center = samples.get(0).conditions();
    for (Factor factor : Factor.values()) {
      double[] values =
          samples.stream().mapToDouble(it -> factor.of(it.conditions())).sorted().toArray();
      double low = values[0];
      double high = values[values.length - 1];
      center = center.with(factor, values[values.length / 2]);
      ranges.put(
          factor, factor.varied(low, high) ? new Interval(low, high) : point(center, factor));
    }
    double busiest =
        samples.stream()
            .mapToDouble(it -> it.values().getOrDefault(Target.UTILISATION, 0.0))
            .max()
            .orElse(0);
    return new CostModel(arm, Map.of(), ranges, cores, busiest, center);
  }

  private CostModel with(Target target, TargetFit fit) {
    Map<Target, TargetFit> more = new EnumMap<>(Target.class);
    more.putAll(fits);
    more.put(target, fit);
    return new CostModel(arm, more, ranges, cores, busiest, center);
  }

  private static Interval point(Conditions center, Factor factor) {
    double only = factor.of(center);
    return new Interval(only, only);
  }

  private double queue(Conditions at, double machines) {
    TargetFit busy = fits.get(Target.UTILISATION);
    return busy == null ? 0 : Queueing.wait(busy.value(at, 0) / machines, cores);
  }

  /** Whether a factor was varied, so that its effect is known. */
  public boolean varied(Factor factor) {
    return range(factor).width() > 0;
  }

  /** Lowest and highest measured value of a factor. */
  public Interval range(Factor factor) {
    return Objects.requireNonNull(ranges.get(factor));
  }

  /** Terms of a target that the session could not tell apart from the others. */
  public Set<Term> missing(Target target) {
    Set<Term> missing = EnumSet.noneOf(Term.class);
    missing.addAll(target.terms());
    TargetFit fit = fits.get(target);
    if (fit != null) {
      fit.terms().forEach(missing::remove);
    }
    return missing;
  }

  /** Values of one deployment under these conditions, on one machine like the measured one. */
  public Map<Target, Estimate> estimates(Conditions at) {
    return estimates(at, 1);
  }

  /** Values of one deployment whose services are spread over machines. */
  private Map<Target, Estimate> estimates(Conditions at, double machines) {
    double queue = queue(at, machines);
    Map<Target, Estimate> estimates = new EnumMap<>(Target.class);
    fits.forEach((target, fit) -> estimates.put(target, fit.estimate(at, queue)));
    estimates.computeIfPresent(Target.UTILISATION, (target, busy) -> busy.times(1 / machines));
    return estimates;
  }

  /**
   * The prediction for conditions that one machine may not carry. An application with more services
   * than the measured one may be spread over as many more machines; beyond that, there are copies
   * of it with an equal share of the load each.
   *
   * @param utilisation of a machine that must not be exceeded, 0 to 1, unless it was measured
   */
  public Prediction predict(Conditions requested, double utilisation) {
    Prediction.Scale scale = scale(requested, utilisation);
    if (!Double.isFinite(scale.machines())) {
      return new Prediction(this, requested, scale, Map.of());
    }
    Map<Target, Estimate> estimates =
        new EnumMap<>(estimates(scale.each(), scale.machines() / scale.copies()));
    for (Target target : Target.values()) {
      if (target.kind() == Kind.CORES || target.kind() == Kind.BYTES) {
        estimates.computeIfPresent(target, (key, value) -> value.times(scale.copies()));
      }
    }
    TargetFit load = fits.get(Target.CPU_LOAD);
    if (load != null) {
      estimates.put(Target.CPU_LOAD, load.estimate(requested, 0));
    }
    return new Prediction(this, requested, scale, estimates);
  }

  private Prediction.Scale scale(Conditions requested, double utilisation) {
    TargetFit busy = fits.get(Target.UTILISATION);
    if (busy == null) {
      return new Prediction.Scale(1, 1, 1, requested);
    }
    double all = busy.value(requested, 0);
    double upper = busy.estimate(requested, 0).high() / all;
    if (all <= Math.max(utilisation, busiest)) {
      return new Prediction.Scale(
          1, 1, Math.max(1, Math.ceil(all * upper / utilisation)), requested);
    }
    double most = Math.max(1, Math.ceil(requested.services() / center.services()));
    double machines = Math.ceil(all / utilisation);
    if (machines <= most) {
      return new Prediction.Scale(1, machines, Math.ceil(all * upper / utilisation), requested);
    }
    double copies = copies(busy, requested, utilisation * most, 1);
    return new Prediction.Scale(
        copies,
        copies * most,
        most * copies(busy, requested, utilisation * most, upper),
        requested.dividedAmong(copies));
  }

  /** How many copies keep each at a utilisation; infinite if none does. */
  private static double copies(TargetFit busy, Conditions requested, double limit, double factor) {
    double idle = factor * busy.value(requested.dividedAmong(MOST_COPIES), 0);
    double all = factor * busy.value(requested, 0);
    return idle >= limit
        ? Double.POSITIVE_INFINITY
        : Math.max(1, Math.ceil((all - idle) / (limit - idle)));
  }

  /** The rate at which a machine reaches a utilisation, everything else as given. */
  public double rateAt(Conditions conditions, double utilisation) {
    TargetFit busy = fits.get(Target.UTILISATION);
    if (busy == null) {
      return Double.POSITIVE_INFINITY;
    }
    double none = busy.value(conditions.at(0), 0);
    double slope = (busy.value(conditions, 0) - none) / conditions.rate();
    return slope <= 0 ? Double.POSITIVE_INFINITY : Math.max(0, (utilisation - none) / slope);
  }
}
