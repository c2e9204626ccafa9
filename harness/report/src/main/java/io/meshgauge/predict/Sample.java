package io.meshgauge.predict;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One measured deployment.
 *
 * @param variant its name
 * @param block in which it was measured
 * @param conditions it ran under, with the rate at which requests were answered
 * @param values what was measured, in base units; CPU in cores
 */
record Sample(String variant, int block, Conditions conditions, Map<Target, Double> values) {
  /** Settings that conditions contain, which do not make another arm. */
  private static final List<String> FACTORS =
      List.of(Conditions.PAYLOAD, Conditions.RULES, TrafficSetting.SYNTHETIC_SERVICES.key());

  Sample {
    values = new EnumMap<>(values);
  }

  /** The deployments of a session by arm, those that are held out apart from the others. */
  static Map<String, List<Sample>> of(Session session, boolean heldOut) {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (Run run : session.runs()) {
      Variant variant = run.trial().variant();
      boolean held = LoadPoint.of(variant).filter(LoadPoint::heldOut).isPresent();
      LoadResult load = run.results().load();
      if (run.valid() && isSteady(run.trial().plan()) && load != null && held == heldOut) {
        samples
            .computeIfAbsent(arm(variant), name -> new ArrayList<>())
            .add(of(session.experiment(), run, load));
      }
    }
    return samples;
  }

  private static boolean isSteady(Plan plan) {
    return plan.isSteady() && !plan.isGrpc() && !plan.name().equals(Plan.RETRY_STORM);
  }

  private static Sample of(Experiment experiment, Run run, LoadResult load) {
    Variant variant = run.trial().variant();
    Conditions planned = Conditions.planned(experiment, variant, run.trial().plan());
    Map<Target, Double> values = new EnumMap<>(Target.class);
    for (Target target : Target.values()) {
      target.of(run).ifPresent(value -> values.put(target, value));
    }
    return new Sample(
        variant.name(),
        run.trial().replicate(),
        planned
            .at(load.completed() / load.seconds())
            .with(Factor.HOPS, Conditions.hops(experiment.application(), RequestShares.sent(load))),
        values);
  }

  /** The name of an arm without the factors of its conditions. */
  static String arm(Variant variant) {
    Map<String, String> choices = new TreeMap<>(LoadPoint.without(variant).choices());
    FACTORS.forEach(choices::remove);
    if (Telemetry.of(variant).traces()
        && Telemetry.of(variant).name().startsWith(LoadPoint.TRACING)) {
      choices.remove("telemetry");
    }
    StringBuilder name = new StringBuilder(variant.mesh());
    choices.forEach((choice, value) -> name.append(", ").append(choice).append(' ').append(value));
    return name.toString();
  }

  /** The values, CPU as it would be at another rate if each request costs the same. */
  double value(Target target, double rate) {
    double measured = values.getOrDefault(target, Double.NaN);
    boolean flows = target.kind() == Kind.CORES || target.kind() == Kind.SHARE;
    return flows ? measured * rate / conditions.rate() : measured;
  }
}
