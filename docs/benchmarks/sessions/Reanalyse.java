import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Replicates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints the comparisons of a report of any version as they were made then, and as {@link
 * Comparison} makes them now from the same runs: in per cent, with the interval called 95 %.
 *
 * <pre>java -cp 'harness/target/classes:harness/target/lib/*' docs/benchmarks/sessions/Reanalyse.java report.json</pre>
 */
public class Reanalyse {
  private static final List<Metric> METRICS =
      List.of(Metric.RESPONSE_P50, Metric.RESPONSE_P99, Metric.CPU_SYSTEM, Metric.THROUGHPUT);

  public static void main(String[] arguments) {
    JsonNode report = new JsonMapper().readTree(Path.of(arguments[0]).toFile());
    JsonNode plan = report.path("plans").get(0);
    for (Metric metric : METRICS) {
      List<JsonNode> then = new ArrayList<>();
      List<Comparison> now = new ArrayList<>();
      for (JsonNode comparison : plan.path("comparisons")) {
        if (comparison.path("metric").asString().equals(metric.key())) {
          String variant = comparison.path("variant").asString();
          then.add(comparison);
          now.add(
              Comparison.of(
                  metric,
                  List.of(runs(report, "baseline", metric), runs(report, "baseline-again", metric)),
                  runs(report, variant, metric),
                  Optional.empty()));
        }
      }
      List<Comparison> family = Comparison.family(now);
      for (int i = 0; i < then.size(); i++) {
        print(then.get(i), family.get(i));
      }
    }
  }

  private static Replicates runs(JsonNode report, String variant, Metric metric) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    for (JsonNode run : report.path("runs")) {
      if (run.path("variant").asString().equals(variant)
          && run.path("outcome").asString().equals("valid")) {
        for (JsonNode measurement : run.path("measurements")) {
          if (measurement.path("metric").asString().equals(metric.key())) {
            values.put(run.path("replicate").asInt(), measurement.path("value").asDouble());
          }
        }
      }
    }
    return new Replicates(values);
  }

  private static void print(JsonNode then, Comparison now) {
    JsonNode interval = then.path("relativeInterval");
    Interval today = now.difference().relativeInterval().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%-16s %-13s then %+6.1f [%+6.1f %+6.1f] %-18s now %+6.1f [%+6.1f %+6.1f] %s%n",
        then.path("variant").asString(),
        then.path("metric").asString(),
        100 * then.path("relative").asDouble(),
        100 * interval.path(0).asDouble(),
        100 * interval.path(1).asDouble(),
        then.path("verdict").asString(),
        100 * now.difference().relative().orElseThrow(),
        100 * today.low(),
        100 * today.high(),
        now.verdict().name().toLowerCase(Locale.ROOT));
  }
}
