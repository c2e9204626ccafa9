package io.meshgauge.trend;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.Replicates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a comparison with another session needs of one.
 *
 * @param session name of its folder
 * @param started start time
 * @param archive SHA-256 of the archive's checksum file, hexadecimal
 * @param environment facts of the machine and versions
 * @param load facts of platform, application, protocol and plans: what is measured
 * @param arms all arms under all plans
 */
public record SessionFigures(
    String session,
    Instant started,
    String archive,
    Environment environment,
    Environment load,
    List<ArmFigures> arms) {
  /** Metrics that are followed over sessions, where a plan has them. */
  public static final List<Metric> METRICS =
      List.of(
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P99,
          Metric.CPU_SYSTEM,
          Metric.MEMORY_SYSTEM,
          Metric.CAPACITY,
          Metric.TCP_THROUGHPUT,
          Metric.STREAM_CPU_PATH,
          Metric.LONGEST_GAP,
          Metric.WORST_SECOND);

  /** Facts of a plan begin with this and its name. */
  private static final String PLAN = "plan.";

  public SessionFigures {
    arms = List.copyOf(arms);
  }

  /**
   * The figures of a session.
   *
   * @param session name of its folder
   * @param archive SHA-256 of its checksum file
   */
  public static SessionFigures of(Session archived, String session, String archive) {
    Session judged = archived.judgedAlike();
    List<ArmFigures> arms = new ArrayList<>();
    for (Plan plan : judged.experiment().plans()) {
      for (Variant variant : judged.experiment().arms()) {
        arms.add(arm(judged, plan, variant));
      }
    }
    return new SessionFigures(
        session, judged.started(), archive, judged.environment(), load(judged.experiment()), arms);
  }

  private static ArmFigures arm(Session session, Plan plan, Variant variant) {
    List<Run> valid =
        session.runs(variant.name(), plan.name()).stream().filter(Run::valid).toList();
    Map<Metric, SortedMap<Integer, Double>> logs = new EnumMap<>(Metric.class);
    for (Metric metric : METRICS) {
      SortedMap<Integer, Double> values = Run.byReplicate(valid, metric);
      if (!values.isEmpty() && values.values().stream().allMatch(it -> it > 0)) {
        values.replaceAll((block, value) -> Math.log(value));
        logs.put(metric, values);
      }
    }
    SortedMap<String, String> choices = variant.choices();
    choices.put(ArmFigures.MESH, variant.mesh());
    boolean model = valid.stream().anyMatch(run -> run.fidelity() == Fidelity.MODEL);
    return new ArmFigures(plan.name(), variant.name(), model, choices, logs);
  }

  private static Environment load(Experiment experiment) {
    Protocol protocol = experiment.protocol();
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("platform", experiment.platform().key());
    facts.put("application", experiment.application().name());
    experiment.onCluster().ifPresent(cluster -> facts.put("cluster", cluster.context()));
    facts.put("arrival", protocol.arrival());
    facts.put("connections", Integer.toString(protocol.connections()));
    facts.put("load-workers", Integer.toString(protocol.loadWorkers()));
    facts.put(
        "rate",
        protocol.rate().isPresent()
            ? Amounts.digits(protocol.rate().getAsDouble()) + " req/s"
            : "none");
    for (Plan plan : experiment.plans()) {
      String name = PLAN + plan.name();
      facts.put(name + ".duration", Amounts.digits(plan.duration().toMillis() / 1e3) + " s");
      facts.put(name + ".windows", Integer.toString(protocol.windowsOf(plan)));
      plan.properties().forEach((key, value) -> facts.put(name + "." + key, value));
      plan.own().ifPresent(own -> facts.put(name + ".jmx", own.jmx()));
    }
    return new Environment(facts);
  }

  /** Names of the plans, in their order. */
  public List<String> plans() {
    return arms.stream().map(ArmFigures::plan).distinct().toList();
  }

  /** One arm under one plan; empty if the session has none of that name. */
  public Optional<ArmFigures> arm(String plan, String name) {
    return arms.stream().filter(it -> it.plan().equals(plan) && it.arm().equals(name)).findFirst();
  }

  /**
   * An arm against the session's own baseline: ln ratios within blocks, from both measurements of
   * the baseline. What the machine does to all arms of a block alike is not in them. Empty for the
   * baseline, and where arm and baseline have no block in common.
   */
  public Optional<Moments> ratio(ArmFigures arm, Metric metric) {
    if (isBaseline(arm)) {
      return Optional.empty();
    }
    return ratio(arm, List.of(Variant.BASELINE, Variant.CONTROL), metric);
  }

  /** An arm against other arms of the session, as {@link #ratio(ArmFigures, Metric)}. */
  Optional<Moments> ratio(ArmFigures arm, List<String> others, Metric metric) {
    List<Replicates> references = new ArrayList<>();
    for (String name : others) {
      arm(arm.plan(), name).flatMap(it -> it.replicates(metric)).ifPresent(references::add);
    }
    return arm.replicates(metric)
        .filter(it -> !references.isEmpty() && Difference.shareBlocks(references, it))
        .map(it -> Difference.of(references, it).effect());
  }

  /** Whether an arm is one of the two measurements of the baseline. */
  public static boolean isBaseline(ArmFigures arm) {
    return arm.arm().equals(Variant.BASELINE) || arm.arm().equals(Variant.CONTROL);
  }

  /**
   * The facts of machine, versions and load in which two sessions differ, one sentence each. A plan
   * that only one of them has is no difference: it is not compared.
   *
   * @param changed names of facts that may differ, because their change is what is examined
   */
  public List<String> differencesFrom(SessionFigures other, Collection<String> changed) {
    SortedSet<String> shared = new TreeSet<>(plans());
    shared.retainAll(other.plans());
    List<String> found =
        new ArrayList<>(
            without(environment, changed).differencesFrom(without(other.environment, changed)));
    found.addAll(of(shared, changed).differencesFrom(other.of(shared, changed)));
    return found;
  }

  private Environment of(Collection<String> plans, Collection<String> changed) {
    return new Environment(
        without(load, changed).facts().entrySet().stream()
            .filter(
                it ->
                    !it.getKey().startsWith(PLAN)
                        || plans.stream()
                            .anyMatch(plan -> it.getKey().startsWith(PLAN + plan + ".")))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new)));
  }

  private static Environment without(Environment facts, Collection<String> changed) {
    SortedMap<String, String> kept = new TreeMap<>(facts.facts());
    kept.keySet().removeAll(changed);
    return new Environment(kept);
  }
}
