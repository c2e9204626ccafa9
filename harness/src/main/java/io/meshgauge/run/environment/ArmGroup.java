package io.meshgauge.run.environment;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.TokenIssuer;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.platform.SharedServices;
import io.meshgauge.platform.SharedServices.Detour;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.product.ArmFault;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Arms that share services, for a session: the services and the load workers are started once, the
 * data planes again in every block (decision 71).
 */
public final class ArmGroup implements AutoCloseable {
  /** What an arm has of a setting by arm that it does not set. */
  private static final String NONE = "0";

  private final SessionContext context;
  private final List<Variant> arms;
  private final List<PreparedArm> prepared = new ArrayList<>();
  private final Map<WorkersKey, Workers> workers = new LinkedHashMap<>();
  private final SharedServices services;
  private final AtomicReference<Scrape> counted = new AtomicReference<>(Scrape.of(Map.of()));
  private final Path folder;
  private final Path logs;
  private int started;

  /**
   * What arms have in common that are loaded by the same workers.
   *
   * @param withoutToken status of a response to a request without a token
   * @param entry number of an arm whose load needs the keys of its entry; empty for all others
   */
  private record WorkersKey(Plan plan, Protocol protocol, int withoutToken, OptionalInt entry) {}

  /**
   * Running load workers.
   *
   * @param turns of the arms that they send for, by number
   */
  private record Workers(LoadSession common, Map<Integer, LoadSession> turns) {}

  /**
   * Starts the services of some arms.
   *
   * @param plan whose topology and settings the services have
   * @throws RunException when the keys cannot be written
   */
  public ArmGroup(SessionContext context, Experiment experiment, Plan plan, List<Variant> arms) {
    this.context = context;
    this.arms = List.copyOf(arms);
    folder = context.deploymentFolder("services");
    Topology topology = experiment.topology(plan);
    TokenIssuer issuer = new TokenIssuer();
    for (Variant arm : arms) {
      prepared.add(PreparedArm.of(context, arm, topology, Set.of(), issuer));
    }
    logs = context.archive().folder().resolve("services");
    services =
        context
            .platform()
            .share(
                new SharedServices.Sharing(
                    prepared.stream().map(it -> it.order(Map.of(), logs)).toList(),
                    settings(experiment, plan),
                    detours(topology),
                    folder,
                    logs.resolve(arms.get(0).name())));
  }

  /** Settings of the services, those of single arms with a value for each. */
  private Map<String, String> settings(Experiment experiment, Plan plan) {
    Map<String, String> all = new TreeMap<>(ServiceSettings.of(arms.get(0), plan));
    all.keySet().removeAll(experiment.application().arms().settings());
    for (String setting : experiment.application().arms().settings()) {
      if (arms.stream().anyMatch(arm -> ServiceSettings.of(arm, plan).containsKey(setting))) {
        all.put(
            setting,
            arms.stream()
                .map(arm -> ServiceSettings.of(arm, plan).getOrDefault(setting, NONE))
                .collect(Collectors.joining(",")));
      }
    }
    return all;
  }

  /** Faults of the arms, by which their calls take the paths of others. */
  private List<Detour> detours(Topology topology) {
    List<Detour> detours = new ArrayList<>();
    for (int own = 0; own < arms.size(); own++) {
      Optional<ArmFault> fault = ArmFault.of(arms.get(own));
      for (Hop hop : topology.hops()) {
        if (fault.isPresent() && !hop.client().equals(Topology.LOAD)) {
          detours.addAll(detours(fault.get(), own, hop));
        }
      }
    }
    return detours;
  }

  private List<Detour> detours(ArmFault fault, int own, Hop hop) {
    List<Detour> detours = new ArrayList<>();
    for (int arm = 0; arm < arms.size(); arm++) {
      if (arm != own && fault.keeps(hop)) {
        detours.add(new Detour(arm, hop, own));
      } else if (arm == own && fault.leaves(hop)) {
        detours.add(new Detour(arm, hop, (own + 1) % arms.size()));
      }
    }
    return detours;
  }

  /** The number by which the services know an arm. */
  public int number(Variant arm) {
    return arms.indexOf(arm);
  }

  /** What the services had counted when they were read last. */
  public AtomicReference<Scrape> counted() {
    return counted;
  }

  /** Starts the data plane of an arm. */
  public TestEnvironment deploy(Variant arm, Path logs) {
    int number = number(arm);
    return prepared
        .get(number)
        .deployed(services.deploy(number, logs), OptionalInt.of(number), () -> {});
  }

  /** Starts load workers, with the folder that they write to and properties of their plan. */
  @FunctionalInterface
  public interface Starter {
    LoadSession start(Path folder, Map<String, String> properties);
  }

  /**
   * The turns of an arm at the load workers, which all arms with the same load share and which stay
   * for the session.
   *
   * @param protocol of the arm
   * @param starter starts them for the first arm
   */
  public synchronized LoadSession turns(Trial trial, Protocol protocol, Starter starter) {
    Workers running =
        workers.computeIfAbsent(
            workersKey(trial, protocol),
            key -> {
              // Never a folder that others write to, also after some of them have ended.
              String folder = "load-%s-%d".formatted(trial.plan().name(), ++started);
              return new Workers(starter.start(logs.resolve(folder), entries()), new HashMap<>());
            });
    return running
        .turns()
        .computeIfAbsent(
            number(trial.variant()),
            arm -> TestEnvironment.stopped(running.common().forArm(arm), trial, protocol));
  }

  private WorkersKey workersKey(Trial trial, Protocol protocol) {
    int number = number(trial.variant());
    Guarantees claims = prepared.get(number).claims();
    boolean keys = claims.encryption() == Guarantees.Encryption.AT_ENTRY;
    return new WorkersKey(
        trial.plan(),
        protocol,
        claims.withoutToken(),
        keys ? OptionalInt.of(number) : OptionalInt.empty());
  }

  /** Where the requests of all arms enter, for the load workers. */
  private Map<String, String> entries() {
    Map<String, String> all = new TreeMap<>();
    for (int arm = 0; arm < arms.size(); arm++) {
      all.putAll(LoadRequest.entries(arm, services.entries(arm)));
    }
    return all;
  }

  /** Ends the load workers of an arm that failed under load; the next block starts others. */
  public synchronized void endWorkers(Trial trial, Protocol protocol) {
    Workers ended = workers.remove(workersKey(trial, protocol));
    if (ended != null) {
      ended.common().close();
    }
  }

  @Override
  public void close() {
    workers.values().forEach(it -> it.common().close());
    try {
      services.close();
    } finally {
      prepared.forEach(PreparedArm::discard);
      context.discard(folder);
    }
  }
}
