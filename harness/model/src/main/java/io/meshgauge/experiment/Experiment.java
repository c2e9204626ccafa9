package io.meshgauge.experiment;

import io.meshgauge.application.Application;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A user's question: variants × plans × replicates under one protocol, of an application.
 *
 * @param name used in the name of the archive folder
 * @param platform where the variants run
 * @param variants the columns; the baseline is first
 * @param plans the rows
 * @param protocol how each trial is run
 * @param slos limits that fail the build when broken
 * @param seed of the order of trials and of the arrivals
 * @param cluster the target on platform {@code kubernetes}; null on others
 * @param application the system under load
 */
public record Experiment(
    String name,
    PlatformKind platform,
    List<Variant> variants,
    List<Plan> plans,
    Protocol protocol,
    List<Slo> slos,
    long seed,
    @Nullable ClusterTarget cluster,
    Application application) {

  public Experiment {
    // Archives of older versions lack it.
    application = application == null ? Application.UNKNOWN : application;
    variants = List.copyOf(variants);
    plans = List.copyOf(plans);
    slos = List.copyOf(slos);
  }

  /** An experiment on this machine, of an application that is not described. */
  public Experiment(
      String name,
      PlatformKind platform,
      List<Variant> variants,
      List<Plan> plans,
      Protocol protocol,
      List<Slo> slos,
      long seed) {
    this(name, platform, variants, plans, protocol, slos, seed, null, Application.UNKNOWN);
  }

  /** The arms measured in every block: the variants, and the baseline again for the noise floor. */
  public List<Variant> arms() {
    if (!protocol.noiseFloor()) {
      return variants;
    }
    List<Variant> arms = new java.util.ArrayList<>(variants);
    variants.stream().filter(Variant::isBaseline).map(Variant::asControl).forEach(arms::add);
    return List.copyOf(arms);
  }

  /** The arms that a block measures: all of them, or the points of a sweep that belong to it. */
  public List<Variant> armsOf(int replicate) {
    return arms().stream()
        .filter(arm -> LoadPoint.of(arm).map(LoadPoint::block).orElse(replicate) == replicate)
        .toList();
  }

  /** The most arms that a block measures. */
  public int armsAtOnce() {
    return IntStream.rangeClosed(1, isSweep() ? protocol.replicates() : 1)
        .map(replicate -> armsOf(replicate).size())
        .max()
        .orElse(0);
  }

  /** Whether its arms are points of a sweep, each with a load of its own, measured once. */
  public boolean isSweep() {
    return variants.stream().anyMatch(variant -> LoadPoint.of(variant).isPresent());
  }

  /** Whether the promises of its arms are proven only, and nothing is compared. */
  public boolean isProof() {
    return protocol.proof().isPresent();
  }

  /** Whether any plan sends requests at a rate, which can be probed and piloted. */
  public boolean hasRate() {
    return plans.stream().anyMatch(Plan::hasRate);
  }

  /** The highest rate of a plan; empty where it is not known yet. */
  public OptionalDouble highestRate() {
    return plans.stream().flatMapToDouble(it -> protocol.rateOf(it).stream()).max();
  }

  /** The protocol of an arm: a point of a sweep has a rate and connections of its own. */
  public Protocol protocolOf(Variant variant) {
    return LoadPoint.of(variant)
        .map(point -> protocol.atRate(point.rate()).over(point.connections()))
        .orElse(protocol);
  }

  /** Seed of the arrivals of a trial, equal for all arms of a block. */
  public long seedOf(Trial trial) {
    return seed + trial.replicate();
  }

  /** The same experiment under another protocol. */
  public Experiment with(Protocol other) {
    return new Experiment(name, platform, variants, plans, other, slos, seed, cluster, application);
  }

  /** The same experiment with other plans. */
  public Experiment with(List<Plan> others) {
    return new Experiment(
        name, platform, variants, others, protocol, slos, seed, cluster, application);
  }

  /** The same experiment with another order of arms and other arrivals. */
  public Experiment seeded(long other) {
    return new Experiment(
        name, platform, variants, plans, protocol, slos, other, cluster, application);
  }

  /** The same experiment of another application. */
  public Experiment of(Application other) {
    return new Experiment(name, platform, variants, plans, protocol, slos, seed, cluster, other);
  }

  /** The workloads that take part under a plan. */
  public Topology topology(Plan plan) {
    return plan.isStream() ? Topology.STREAM : application.topology(plan.load());
  }

  /** The cluster it runs on; empty on other platforms. */
  public Optional<ClusterTarget> onCluster() {
    return Optional.ofNullable(cluster);
  }
}
