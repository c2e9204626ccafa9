package io.meshgauge.predict;

import io.meshgauge.measure.Amounts;
import io.meshgauge.score.Prices;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an arm would cost.
 *
 * @param model it follows from
 * @param requested conditions
 * @param scale on how many machines
 * @param estimates CPU and memory of all copies together, response times and utilisation of each
 */
public record Prediction(
    CostModel model, Conditions requested, Scale scale, Map<Target, Estimate> estimates) {
  /** Key of the cores to provide for services and proxies. */
  public static final String CORES_TO_PROVIDE = "cores_to_provide";

  /** The most that a load worker may use of its core (methodology rule 3). */
  private static final double WORKER_SHARE = 0.8;

  private static final double HOURS_PER_MONTH = 730;

  public Prediction {
    Map<Target, Estimate> ordered = new EnumMap<>(Target.class);
    ordered.putAll(estimates);
    estimates = Collections.unmodifiableMap(ordered);
  }

  /**
   * How the load is divided.
   *
   * @param copies of the application
   * @param machines like the measured one; infinite if idle services alone use more than is allowed
   * @param most machines by the upper end of the utilisation's interval
   * @param each conditions of one copy
   */
  public record Scale(double copies, double machines, double most, Conditions each) {}

  /** Whether machines of this kind can carry the load. */
  public boolean possible() {
    return Double.isFinite(scale.machines());
  }

  /** The value of a target; empty where it was not measured. */
  public Optional<Estimate> of(Target target) {
    return Optional.ofNullable(estimates.get(target));
  }

  /**
   * A number of a prediction.
   *
   * @param key its name as programs read it
   * @param title its name for people
   */
  public record Amount(String key, String title, Kind kind, Estimate estimate) {
    /** Its value with its interval. */
    public String text() {
      return kind.text(estimate);
    }
  }

  /**
   * All numbers that were measured, or follow from those that were.
   *
   * @param utilisation of a machine that is not to be exceeded, 0 to 1
   * @param prices of cores and memory, if they have any
   */
  public List<Amount> amounts(double utilisation, Optional<Prices> prices) {
    Optional<Estimate> system = of(Target.CPU_SYSTEM);
    Optional<Estimate> perHour = prices.flatMap(it -> perHour(it, utilisation));
    String cores = Messages.get("prediction.cores-at", Amounts.share(utilisation));
    List<Amount> amounts = new ArrayList<>();
    estimates.forEach(
        (target, it) -> amounts.add(new Amount(target.key(), target.words(), target.kind(), it)));
    system
        .map(it -> it.times(1 / requested.rate()))
        .map(it -> new Amount("cpu_per_request", Messages.get("prediction.cpu"), Kind.SECONDS, it))
        .ifPresent(amounts::add);
    system
        .map(it -> it.times(1 / utilisation))
        .map(it -> new Amount(CORES_TO_PROVIDE, cores, Kind.CORES, it))
        .ifPresent(amounts::add);
    loadWorkers()
        .map(
            it ->
                new Amount("load_workers", Messages.get("prediction.load-workers"), Kind.COUNT, it))
        .ifPresent(amounts::add);
    perHour
        .map(it -> it.times(HOURS_PER_MONTH))
        .map(it -> new Amount("price_per_month", Messages.get("prediction.month"), Kind.PRICE, it))
        .ifPresent(amounts::add);
    perHour
        .map(it -> it.times(1e6 / 3600 / requested.rate()))
        .map(
            it ->
                new Amount("price_per_million", Messages.get("prediction.million"), Kind.PRICE, it))
        .ifPresent(amounts::add);
    return amounts;
  }

  /** Price of cores and memory for an hour. */
  private Optional<Estimate> perHour(Prices prices, double utilisation) {
    Optional<Estimate> memory = of(Target.MEMORY_SYSTEM);
    return of(Target.CPU_SYSTEM)
        .map(cores -> cores.times(1 / utilisation).times(prices.perHour(1, 0)))
        .map(it -> memory.map(m -> it.plus(m.times(prices.perHour(0, 1)))).orElse(it));
  }

  /** Load workers of one core each, which use at most 80 % of it. */
  public Optional<Estimate> loadWorkers() {
    return of(Target.CPU_LOAD)
        .map(
            cores ->
                new Estimate(
                    Math.max(1, Math.ceil(cores.value() / WORKER_SHARE)),
                    Math.max(1, Math.ceil(cores.low() / WORKER_SHARE)),
                    Math.max(1, Math.ceil(cores.high() / WORKER_SHARE))));
  }

  /** What is beyond the measurements, a sentence each. */
  public List<String> caveats() {
    List<String> caveats = new ArrayList<>();
    capacity().ifPresent(caveats::add);
    for (Factor factor : Factor.values()) {
      Interval range = model.range(factor);
      double wanted = factor.of(requested);
      double each = factor.of(scale.each());
      boolean outside = factor.varied(range.high(), wanted) || factor.varied(wanted, range.low());
      if (!outside) {
        continue;
      }
      if (!model.varied(factor)) {
        caveats.add(notVaried(factor, range.low(), wanted));
      } else if (possible() && range.low() <= each && each <= range.high()) {
        caveats.add(
            Messages.get(
                "predict.extrapolated-by-copies",
                factor.words(),
                factor.text(wanted),
                times(factor, wanted, range),
                factor.text(each)));
      } else {
        caveats.add(
            Messages.get(
                "predict.extrapolated",
                factor.words(),
                factor.text(wanted),
                times(factor, wanted, range)));
      }
    }
    return caveats;
  }

  private static String notVaried(Factor factor, double measured, double wanted) {
    String text = Messages.get("predict.not-varied-but", factor.words(), factor.text(measured));
    return switch (factor) {
      case HOPS, SERVICES -> Messages.get("predict.extrapolated-calls", text, factor.text(wanted));
      case RATE -> Messages.get("predict.extrapolated-requests", text);
      default -> Messages.get("predict.no-effect", text);
    };
  }

  private static String times(Factor factor, double wanted, Interval range) {
    boolean above = wanted > range.high();
    double end = above ? range.high() : range.low();
    if (!above) {
      return Messages.get("predict.below", factor.text(end));
    }
    return end <= 0 || wanted <= 0
        ? Messages.get("predict.above", factor.text(end))
        : Messages.get("predict.times", Amounts.digits(wanted / end), factor.text(end));
  }

  /** Whether one machine carries the load, and how many do. */
  private Optional<String> capacity() {
    if (!model.fits().containsKey(Target.UTILISATION)) {
      return Optional.empty();
    }
    double together = possible() ? scale.machines() / scale.copies() : 1;
    double full = model.rateAt(requested, scale.copies() > 1 ? together : 1);
    double alone = requested.rate() / full;
    if (!possible()) {
      return Optional.of(Messages.get("predict.too-small"));
    }
    if (scale.machines() <= 1) {
      return Optional.empty();
    }
    Object[] values = {
      Amounts.fixed(together, 0),
      Amounts.fixed(model.cores(), 0),
      Amounts.digits(full),
      Amounts.digits(alone),
      Amounts.fixed(scale.machines(), 0),
      Double.isFinite(scale.most())
          ? Amounts.fixed(scale.most(), 0)
          : Messages.get("predict.any-number"),
      scale.copies() <= 1
          ? Messages.get("predict.spread")
          : Messages.get("predict.copies", Amounts.fixed(scale.copies(), 0))
    };
    return Optional.of(
        scale.copies() > 1 && together > 1
            ? Messages.get("predict.full-machines", values)
            : Messages.get("predict.full-machine", values));
  }
}
