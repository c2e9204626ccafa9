package io.meshgauge.predict;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Predictions of points of a sweep that are held out, as they were written before the points were
 * measured.
 *
 * @param made when
 * @param samples deployments that had been measured and were fitted
 * @param points one prediction each
 */
public record HeldOut(Instant made, List<String> samples, List<Point> points) {
  /** Its file in the archive. */
  public static final String FILE = "predictions.json";

  public HeldOut {
    samples = List.copyOf(samples);
    points = List.copyOf(points);
  }

  /**
   * The prediction of a point.
   *
   * @param variant its name
   * @param arm whose model it follows from
   * @param conditions as planned
   * @param estimates by target
   */
  public record Point(
      String variant, String arm, Conditions conditions, Map<Target, Estimate> estimates) {
    public Point {
      estimates = new TreeMap<>(estimates);
    }
  }

  /**
   * A prediction and what was measured afterwards.
   *
   * @param point the prediction
   * @param target what was predicted
   * @param estimate as predicted
   * @param measured CPU as it would be at the planned rate, if each request costs the same
   */
  public record Check(Point point, Target target, Estimate estimate, double measured) {
    /** Measured over predicted, less 1. */
    public double error() {
      return measured / estimate.value() - 1;
    }

    /** Whether the interval holds what was measured. */
    public boolean held() {
      return estimate.holds(measured);
    }
  }

  /** Predictions of all points of a session that are held out. */
  public static HeldOut of(Session session, Instant now) {
    Experiment experiment = session.experiment();
    Map<String, CostModel> models =
        CostModel.of(session).stream().collect(Collectors.toMap(CostModel::arm, it -> it));
    List<Point> points = new ArrayList<>();
    for (Variant variant : experiment.variants()) {
      CostModel model = models.get(Sample.arm(variant));
      if (model != null && LoadPoint.of(variant).filter(LoadPoint::heldOut).isPresent()) {
        Conditions planned = Conditions.planned(experiment, variant, experiment.plans().get(0));
        points.add(new Point(variant.name(), model.arm(), planned, model.estimates(planned)));
      }
    }
    List<String> samples =
        Sample.of(session, false).values().stream()
            .flatMap(List::stream)
            .map(Sample::variant)
            .sorted()
            .toList();
    return new HeldOut(now, samples, points);
  }

  /** Each prediction of a target with what the session measured. */
  public List<Check> checks(Session session) {
    Map<String, Sample> measured =
        Sample.of(session, true).values().stream()
            .flatMap(List::stream)
            .collect(Collectors.toMap(Sample::variant, it -> it, (one, other) -> other));
    List<Check> checks = new ArrayList<>();
    for (Point point : points) {
      Sample sample = measured.get(point.variant());
      if (sample != null) {
        Map<Target, Estimate> estimates = new EnumMap<>(Target.class);
        estimates.putAll(point.estimates());
        estimates.forEach(
            (target, estimate) -> {
              if (sample.values().containsKey(target)) {
                double value = sample.value(target, point.conditions().rate());
                checks.add(new Check(point, target, estimate, value));
              }
            });
      }
    }
    return checks;
  }
}
