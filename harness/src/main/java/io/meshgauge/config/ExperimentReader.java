package io.meshgauge.config;

import io.meshgauge.application.Application;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.DirectCalls;
import io.meshgauge.product.Product;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts a tree with all layers merged to an {@link ExperimentFile}. */
final class ExperimentReader {
  static final Keys KEYS = new Keys("an experiment");
  private static final Key<String> NAME = KEYS.key("name", Form.NAME);
  private static final Key<PlatformKind> PLATFORM =
      KEYS.key(
          "platform",
          Form.choice(
              Arrays.stream(PlatformKind.values())
                  .collect(Collectors.toMap(PlatformKind::key, Function.identity()))));
  static final Key<Value.Scalar> APPLICATION =
      KEYS.key("application", Form.placed("the path of an application's file"));
  static final Key<Section> CLUSTER = KEYS.key("kubernetes", Form.section(ClusterReader.KEYS));
  private static final Key<Long> SEED = KEYS.key("seed", Form.WHOLE);
  private static final Key<Section> SWEEP = KEYS.key("sweep", Form.section(SweepReader.KEYS));
  static final Key<List<Section>> VARIANTS = KEYS.key("variants", VariantsReader.FORM);
  static final Key<List<Section>> PLANS = KEYS.key("plans", PlanKeys.FORM);
  private static final Key<Section> PROTOCOL =
      KEYS.key("protocol", Form.section(ProtocolReader.KEYS));
  private static final Key<Map<Metric, Optional<Double>>> SLOS =
      KEYS.key(
          "slos", Form.keyed(ScoringReader.METRICS, it -> Form.quantity(it.unit()).or("none")));
  private static final Key<Optional<Section>> STOP =
      KEYS.key("stop", Form.section(StopReader.KEYS).or("none"));
  static final Key<Section> SCORING = KEYS.key("scoring", Form.section(ScoringReader.KEYS));

  private static final Path MESHES = Path.of("k8s", "mesh");

  private final List<Product> meshes;
  private final Path home;
  private final PlanFiles files;
  private final Problems problems;

  ExperimentReader(List<Product> meshes, Path home, PlanFiles files, Problems problems) {
    this.meshes = meshes;
    this.home = home;
    this.files = files;
    this.problems = problems;
  }

  /**
   * Reads the experiment of a tree.
   *
   * @throws InvalidInputException with all problems found so far
   */
  ExperimentFile read(Value.Mapping tree) {
    List<String> notes = new ArrayList<>();
    Section top = Section.of(tree, KEYS, problems);
    String name = top.get(NAME, "");
    PlatformKind platform = top.get(PLATFORM, PlatformKind.LOCAL);
    Optional<Application> application = application(top);
    List<Section> written = top.get(PLANS, List.of());
    boolean soaks = SoakRules.soaks(written);
    boolean attaches = attaches(platform, application);
    Topology services = services(application);
    VariantsReader variantsReader = new VariantsReader(meshes, platform, services, problems);
    List<Section> arms = top.get(VARIANTS, List.of());
    boolean fails = FailoverRules.alone(written);
    List<Variant> variants =
        soaks || attaches || fails ? variantsReader.read(arms) : variantsReader.read(arms, notes);
    Section conduct = section(top, PROTOCOL);
    PlansReader plansReader = new PlansReader(files, problems, notes);
    Place at = top.place(PLANS);
    FailoverRules failover = new FailoverRules(services, at, problems);
    if (fails) {
      failover.addBaseline(variants, meshes, notes);
    }
    List<Plan> plans = plansReader.read(written, top.place(), plansReader.durations(conduct));
    plans.replaceAll(it -> failover.named(it, notes));
    application.ifPresent(it -> new ApplicationPlans(problems).check(plans, it, at));
    checkTogether(top, platform, variants, plans, services, attaches);
    failover.check(plans, variants, meshes, platform);
    new EnforcementRules(services, at, problems)
        .check(plans, variants, meshes, platform, attaches, notes);
    ApplicationOnCluster onCluster =
        new ApplicationOnCluster(meshes, home.resolve(MESHES), problems);
    if (platform == PlatformKind.KUBERNETES) {
      application.ifPresent(it -> onCluster.check(top, it, variants, plans));
    }
    List<String> ofReplicates = soaks ? new ArrayList<>() : notes;
    Protocol read =
        paced(ProtocolReader.read(conduct, problems, ofReplicates), conduct, plans, notes);
    Protocol allowed = attaches ? onCluster.attached(read, conduct.place(), notes) : read;
    Protocol conducted =
        soaks ? SoakRules.of(allowed, notes) : fitted(allowed, platform, variants, notes);
    Protocol protocol = conducted.stoppedBy(stop(top, application));
    refuseSeveralWorkers(conduct, plans, protocol);
    @Nullable ClusterTarget cluster =
        ClusterReader.read(section(top, CLUSTER), platform, protocol.loadWorkers(), problems);
    long seed = top.get(SEED, 0L);
    Optional<SweepReader> sweep =
        top.get(SWEEP).flatMap(it -> SweepReader.of(it, meshes, problems));
    sweep.ifPresent(it -> it.check(variants, plans));
    Optional<ScoringRules> scoring = new ScoringReader(problems).read(section(top, SCORING));
    List<Slo> slos = slos(top);
    problems.refuseIfAny();
    Application system = application.orElseThrow();
    Experiment experiment =
        new Experiment(name, platform, variants, plans, protocol, slos, seed, cluster, system);
    Experiment swept = sweep.map(it -> it.expand(experiment, services, notes)).orElse(experiment);
    problems.refuseIfAny();
    Experiment fitted = Forecast.fitted(swept);
    Forecast.overtime(fitted).ifPresent(notes::add);
    return new ExperimentFile(fitted, scoring.orElseThrow(), notes);
  }

  /** Where all plans have rates of their own, the highest is that of the session. */
  private static Protocol ofPlans(Protocol protocol, List<Plan> plans) {
    List<Plan> rated = plans.stream().filter(Plan::hasRate).toList();
    boolean known = rated.stream().allMatch(it -> it.rate().filter(r -> !r.share()).isPresent());
    return rated.isEmpty() || !known || protocol.rate().isPresent()
        ? protocol
        : protocol.atRate(
            rated.stream().mapToDouble(it -> it.rate().orElseThrow().value()).max().orElseThrow());
  }

  /** The highest rate of a plan with arrivals of its own is the rate, unless one is set. */
  private static Protocol paced(
      Protocol protocol, Section conduct, List<Plan> plans, List<String> notes) {
    OptionalDouble own =
        plans.stream()
            .filter(it -> it.rate().isEmpty())
            .flatMap(it -> it.openModel().stream())
            .mapToDouble(OpenModel::rate)
            .max();
    if (own.isEmpty() || !Configuration.isDefault(conduct.place(ProtocolReader.RATE))) {
      return ofPlans(protocol, plans);
    }
    double rate = own.getAsDouble();
    List<String> others =
        plans.stream()
            .filter(Plan::hasRate)
            .filter(it -> it.rate().isEmpty())
            .filter(it -> it.openModel().filter(model -> model.rate() == rate).isEmpty())
            .map(Plan::name)
            .toList();
    if (!others.isEmpty()) {
      notes.add(
          "A session has one rate: that of the plan with the most arrivals of its own, %s/s, holds for %s too. Set protocol.rate, or measure them in an experiment of their own."
              .formatted(Amounts.digits(rate), String.join(", ", others)));
    }
    return protocol.atRate(rate);
  }

  private static Protocol.StopRule stop(Section top, Optional<Application> application) {
    boolean users = application.map(it -> !ApplicationFile.isDefault(it)).orElse(false);
    return top.get(STOP, Optional.empty())
        .map(it -> StopReader.read(it, users))
        .orElse(Protocol.StopRule.NONE);
  }

  private static List<Slo> slos(Section top) {
    List<Slo> slos = new ArrayList<>();
    top.get(SLOS, Map.of())
        .forEach((metric, limit) -> limit.ifPresent(it -> slos.add(new Slo(metric, it))));
    return slos;
  }

  private static boolean attaches(PlatformKind platform, Optional<Application> application) {
    return platform == PlatformKind.KUBERNETES
        && application.map(it -> it.onCluster().attaches()).orElse(false);
  }

  private Protocol fitted(
      Protocol protocol, PlatformKind platform, List<Variant> variants, List<String> notes) {
    boolean cluster = platform == PlatformKind.KUBERNETES;
    return ProtocolReader.fit(
        cluster ? ProtocolReader.onCluster(protocol, shareProxies(variants), notes) : protocol,
        variants,
        notes);
  }

  /** Refuses plans and variants that cannot run with each other, or not on the platform. */
  private void checkTogether(
      Section top,
      PlatformKind platform,
      List<Variant> variants,
      List<Plan> plans,
      Topology services,
      boolean attaches) {
    SoakRules.check(plans, platform, top.place(), problems);
    SoakRules.checkActs(plans, variants, meshes, platform, top.place(), problems);
    TelemetryRules.check(variants, plans, top.place(), problems);
    ClusterPlans.check(plans, platform, top.place(), problems);
    refuseStreams(top, platform, variants, plans);
    refuseCalls(top, platform, variants, plans, services);
    new StartRules(services, top.place(PLANS), problems)
        .check(plans, variants, meshes, platform, attaches);
  }

  /** Whether proxies of the nodes, or the network, carry more than one of the arms. */
  private boolean shareProxies(List<Variant> variants) {
    return variants.stream()
            .filter(
                variant ->
                    meshes.stream()
                        .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
                        .anyMatch(Product::isCarriedByNodes))
            .count()
        > 1;
  }

  /** Some products cannot carry a stream. */
  private void refuseStreams(
      Section top, PlatformKind platform, List<Variant> variants, List<Plan> plans) {
    if (plans.stream().noneMatch(Plan::isStream)) {
      return;
    }
    Place place = top.place(VARIANTS);
    for (Variant variant : variants) {
      meshes.stream()
          .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
          .filter(mesh -> !mesh.design(variant).carriesStreams(platform))
          .forEach(
              mesh ->
                  problems.wrong(
                      place,
                      "the plan %s with the variant %s: %s carries no TCP stream that could be proven"
                          .formatted(Plan.TCP, variant.name(), mesh.descriptor().key()),
                      "plans of requests, or one of "
                          + meshes.stream()
                              .filter(
                                  it ->
                                      it.design(Variant.plain(it.descriptor().key()))
                                          .carriesStreams(platform))
                              .map(product -> product.descriptor().key())
                              .collect(Collectors.joining(", ")),
                      "remove the plan or the variant"));
    }
  }

  /** A closed loop has no schedule that several workers could share. */
  private void refuseSeveralWorkers(Section conduct, List<Plan> plans, Protocol protocol) {
    if (protocol.loadWorkers() > 1) {
      plans.stream()
          .filter(Plan::isClosedLoop)
          .forEach(
              plan ->
                  problems.wrong(
                      conduct.place(ProtocolReader.LOAD_WORKERS),
                      "load-workers is %d with the plan %s, whose own thread groups send"
                          .formatted(protocol.loadWorkers(), plan.name()),
                      "1: each worker would run all threads of the plan",
                      "set the number of threads in the plan, or convert it with: ./meshgauge plan convert"));
    }
  }

  /** Some products make promises only for requests that enter where those of other plans do. */
  private void refuseCalls(
      Section top,
      PlatformKind platform,
      List<Variant> variants,
      List<Plan> plans,
      Topology services) {
    if (plans.stream().noneMatch(Plan::isGrpc)) {
      return;
    }
    String entry = services.entry().orElse("the entry");
    Place place = top.place(VARIANTS);
    for (Variant variant : variants) {
      meshes.stream()
          .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
          .flatMap(mesh -> DirectCalls.objection(mesh, variant, platform, entry).stream())
          .forEach(
              why ->
                  problems.wrong(
                      place,
                      "the plan %s with the variant %s on %s: %s"
                          .formatted(Plan.GRPC, variant.name(), platform.key(), why),
                      "variants whose services the load may call directly",
                      "remove the plan or the variant"));
    }
  }

  private Section section(Section top, Key<Section> key) {
    Value.Mapping nothing = new Value.Mapping(Map.of(), top.place());
    return top.get(key).orElseGet(() -> Section.of(nothing, List.of(), problems));
  }

  /** The application of a file that is named relative to the experiment's, or the default. */
  private Optional<Application> application(Section top) {
    Optional<Value.Scalar> named = top.get(APPLICATION);
    Path file =
        named
            .map(it -> Path.of(it.place().source()).resolveSibling(it.text()))
            .orElse(home.resolve(ApplicationFile.DEFAULT));
    return ApplicationFile.read(file, home, top.place(APPLICATION), problems);
  }

  /** The services that variants may name; any stand in for those of a file with problems. */
  private static Topology services(Optional<Application> application) {
    return application.map(it -> it.topology(Application.EVERY_PLAN)).orElse(Topology.STREAM);
  }
}
