package io.meshgauge.config;

import io.meshgauge.application.Application;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.config.section.Quantity;
import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
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
    Section top = Section.of(tree, Shape.TOP, problems);
    Optional<Value.Scalar> name = top.scalar("name", "the name of the experiment");
    name.ifPresent(scalar -> Section.checkName(scalar, problems));
    PlatformKind platform = platform(top);
    Optional<Application> application = application(top);
    boolean soaks = SoakRules.soaks(top.list("plans"));
    boolean attaches = attaches(platform, application);
    Topology services = services(application);
    VariantsReader variantsReader = new VariantsReader(meshes, platform, services, problems);
    List<Variant> variants =
        soaks || attaches
            ? variantsReader.read(top.list("variants"))
            : variantsReader.read(top.list("variants"), notes);
    Section conduct = section(top, "protocol", Shape.PROTOCOL);
    PlansReader plansReader = new PlansReader(files, problems, notes);
    List<Plan> plans =
        plansReader.read(top.list("plans"), top.place(), plansReader.durations(conduct));
    application.ifPresent(it -> new ApplicationPlans(problems).check(plans, it, placeOfPlans(top)));
    checkTogether(top, platform, variants, plans, services);
    ApplicationOnCluster onCluster =
        new ApplicationOnCluster(meshes, home.resolve(MESHES), problems);
    if (platform == PlatformKind.KUBERNETES) {
      application.ifPresent(it -> onCluster.check(top, it, variants, plans));
    }
    List<String> ofReplicates = soaks ? new ArrayList<>() : notes;
    Protocol read = new ProtocolReader(problems).read(conduct, ofReplicates);
    Protocol written = attaches ? onCluster.attached(read, conduct.place(), notes) : read;
    Protocol conducted =
        soaks ? SoakRules.of(written, notes) : fitted(written, platform, variants, notes);
    boolean users = application.map(it -> !ApplicationFile.isDefault(it)).orElse(false);
    Protocol protocol = conducted.stoppedBy(new StopReader(problems).read(top, users));
    refuseSeveralWorkers(conduct, plans, protocol);
    @Nullable ClusterTarget cluster = cluster(top, platform, protocol.loadWorkers());
    List<Slo> slos = slos(top);
    long seed = top.whole("seed").orElse(0L);
    Optional<SweepReader> sweep = SweepReader.of(top, meshes, problems);
    sweep.ifPresent(it -> it.check(variants, plans));
    Optional<ScoringRules> scoring =
        new ScoringReader(problems).read(top.mapping("scoring").orElse(nothing(top)));
    problems.refuseIfAny();
    Experiment experiment =
        new Experiment(
            name.orElseThrow().text(),
            platform,
            variants,
            plans,
            protocol,
            slos,
            seed,
            cluster,
            application.orElseThrow());
    Experiment swept = sweep.map(it -> it.expand(experiment, services, notes)).orElse(experiment);
    problems.refuseIfAny();
    Experiment fitted = Forecast.fitted(swept);
    Forecast.overtime(fitted).ifPresent(notes::add);
    return new ExperimentFile(fitted, scoring.orElseThrow(), notes);
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

  private @Nullable ClusterTarget cluster(Section top, PlatformKind platform, int workers) {
    return new ClusterReader(problems)
        .read(section(top, Shape.KUBERNETES, Shape.KUBERNETES), platform, workers);
  }

  /** Refuses plans and variants that cannot run with each other, or not on the platform. */
  private void checkTogether(
      Section top,
      PlatformKind platform,
      List<Variant> variants,
      List<Plan> plans,
      Topology services) {
    SoakRules.check(plans, platform, top.place(), problems);
    SoakRules.checkActs(plans, variants, meshes, platform, top.place(), problems);
    TelemetryRules.check(variants, plans, top.place(), problems);
    ClusterPlans.check(plans, platform, top.place(), problems);
    refuseStreams(top, platform, variants, plans);
    refuseCalls(top, platform, variants, plans, services);
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
    Place place = top.value("variants").map(Value::place).orElse(top.place());
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
                      conduct.value("load-workers").map(Value::place).orElse(conduct.place()),
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
    Place place = top.value("variants").map(Value::place).orElse(top.place());
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

  private Section section(Section top, String key, String shape) {
    return Section.of(top.mapping(key).orElse(nothing(top)), shape, problems);
  }

  private static Value.Mapping nothing(Section top) {
    return new Value.Mapping(Map.of(), top.place());
  }

  /** The application of a file that is named relative to the experiment's, or the default. */
  private Optional<Application> application(Section top) {
    Optional<Value.Scalar> named = top.scalar("application", "the path of an application's file");
    Place place = named.map(Value.Scalar::place).orElse(top.place());
    Path file =
        named
            .map(it -> Path.of(it.place().source()).resolveSibling(it.text()))
            .orElse(home.resolve(ApplicationFile.DEFAULT));
    return ApplicationFile.read(file, home, place, problems);
  }

  private static Place placeOfPlans(Section top) {
    return top.value("plans").map(Value::place).orElse(top.place());
  }

  /** The services that variants may name; any stand in for those of a file with problems. */
  private static Topology services(Optional<Application> application) {
    return application.map(it -> it.topology(Application.EVERY_PLAN)).orElse(Topology.STREAM);
  }

  private PlatformKind platform(Section top) {
    Map<String, PlatformKind> kinds =
        Arrays.stream(PlatformKind.values())
            .collect(Collectors.toMap(PlatformKind::key, Function.identity()));
    return top.choice("platform", kinds).orElse(PlatformKind.LOCAL);
  }

  private List<Slo> slos(Section top) {
    List<Slo> slos = new ArrayList<>();
    top.mapping("slos")
        .ifPresent(
            mapping ->
                mapping.entries().forEach((key, entry) -> slo(key, entry).ifPresent(slos::add)));
    return slos;
  }

  private Optional<Slo> slo(String key, Value.Entry entry) {
    Optional<Metric> metric = ScoringReader.metric(key, entry.key(), problems);
    if (metric.isEmpty() || entry.value() instanceof Value.Empty || Section.isNone(entry.value())) {
      return Optional.empty();
    }
    String expected = Quantity.example(metric.get().unit()) + "; or none";
    OptionalDouble limit =
        Section.scalar(key, entry.value(), expected, problems)
            .map(scalar -> Section.quantity(key, scalar, metric.get().unit(), problems))
            .orElse(OptionalDouble.empty());
    return limit.isPresent()
        ? Optional.of(new Slo(metric.get(), limit.getAsDouble()))
        : Optional.empty();
  }
}
