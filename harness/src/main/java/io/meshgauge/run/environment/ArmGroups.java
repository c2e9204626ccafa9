package io.meshgauge.run.environment;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The services that arms of a session share; started when an arm needs them first. */
public final class ArmGroups implements AutoCloseable {
  private final SessionContext context;
  private final Map<Kind, List<ArmGroup>> byKind = new HashMap<>();

  /** Plans with the same services, and the same settings of them, use the same processes. */
  private record Kind(Topology topology, Map<String, String> settings) {
    static Kind of(Experiment experiment, Plan plan) {
      Variant plain = Variant.plain(Variant.BASELINE);
      return new Kind(experiment.topology(plan), ServiceSettings.of(plain, plan));
    }
  }

  public ArmGroups(SessionContext context) {
    this.context = context;
  }

  /** The group of an arm under a plan; empty where it has services of its own. */
  public Optional<ArmGroup> of(Experiment experiment, Plan plan, Variant arm) {
    List<ArmGroup> started =
        byKind.computeIfAbsent(Kind.of(experiment, plan), key -> new ArrayList<>());
    Optional<ArmGroup> running =
        started.stream().filter(group -> group.number(arm) >= 0).findFirst();
    if (running.isPresent()) {
      return running;
    }
    Optional<ArmGroup> first =
        ServiceGroups.of(experiment, plan)
            .of(arm)
            .map(arms -> new ArmGroup(context, experiment, plan, arms));
    first.ifPresent(started::add);
    return first;
  }

  /**
   * Deploys an arm before the first trial: with services that it shares, if it does.
   *
   * @param plan of the experiment, under which it will be measured
   */
  public TestEnvironment deploy(Experiment experiment, Plan plan, Variant arm, Path logs) {
    Optional<ArmGroup> group = of(experiment, plan, arm);
    return group.isPresent()
        ? group.get().deploy(arm, logs)
        : TestEnvironment.deploy(
            context, arm, experiment.topology(plan), ServiceSettings.of(arm), logs);
  }

  @Override
  public void close() {
    byKind.values().stream().flatMap(List::stream).forEach(ArmGroup::close);
  }
}
