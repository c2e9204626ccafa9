package io.meshgauge.trend;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Made-up sessions of a baseline, measured twice, and a mesh. A machine's state is shared by all
 * arms of a block; what a session does to an arm is shared by its blocks.
 *
 * @param blocks of each session
 * @param arm standard deviation of an arm within a block, in ln
 * @param session standard deviation of an arm between sessions, in ln
 */
public record SimulatedSessions(int blocks, double arm, double session) {
  public static final String MESH = "istio-mtls";
  static final String PLAN = "steady";
  private static final double MACHINE = 0.10;
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final List<Metric> METRICS =
      List.of(Metric.RESPONSE_P50, Metric.CPU_SYSTEM, Metric.MEMORY_SYSTEM);

  /** Sessions one day apart. */
  public List<SessionFigures> sessions(int count, Random random) {
    return IntStream.range(0, count).mapToObj(i -> session(i, 0, random)).toList();
  }

  /**
   * One session.
   *
   * @param day its start
   * @param worse of every metric of the mesh, in ln
   */
  public SessionFigures session(int day, double worse, Random random) {
    List<Map<Metric, SortedMap<Integer, Double>>> logs = new ArrayList<>();
    double[] levels = {-6, -6, -5 + worse};
    for (int i = 0; i < levels.length; i++) {
      logs.add(new EnumMap<>(Metric.class));
    }
    for (Metric metric : METRICS) {
      double[] state =
          IntStream.range(0, blocks).mapToDouble(b -> MACHINE * random.nextGaussian()).toArray();
      for (int i = 0; i < levels.length; i++) {
        double own = levels[i] + session * random.nextGaussian();
        SortedMap<Integer, Double> values = new TreeMap<>();
        for (int block = 0; block < blocks; block++) {
          values.put(block + 1, own + state[block] + arm * random.nextGaussian());
        }
        logs.get(i).put(metric, values);
      }
    }
    return new SessionFigures(
        "session-" + day,
        START.plus(Duration.ofDays(day)),
        "%064x".formatted(day + 1),
        new Environment(new TreeMap<>(Map.of("cpu.cores", "2", "envoy.version", "1.36.2"))),
        new Environment(new TreeMap<>(Map.of("rate", "180 req/s", "plan.steady.windows", "6"))),
        List.of(
            figures(Variant.BASELINE, logs.get(0)),
            figures(Variant.CONTROL, logs.get(1)),
            figures(MESH, logs.get(2))));
  }

  private static ArmFigures figures(String name, Map<Metric, SortedMap<Integer, Double>> logs) {
    return new ArmFigures(PLAN, name, name.equals(MESH), new TreeMap<>(Map.of("mesh", name)), logs);
  }

  /** The baseline against itself, as the ledger keeps it. */
  static Moments pair(SessionFigures session, Metric metric) {
    SortedMap<Integer, Double> first =
        session.arm(PLAN, Variant.BASELINE).orElseThrow().logs().get(metric);
    SortedMap<Integer, Double> again =
        session.arm(PLAN, Variant.CONTROL).orElseThrow().logs().get(metric);
    return Moments.of(
        first.keySet().stream()
            .mapToDouble(block -> again.get(block) - first.get(block))
            .toArray());
  }
}
