package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Unit;
import io.meshgauge.predict.Conditions;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.SweepDesign;
import io.meshgauge.product.Product;
import io.meshgauge.stats.Interval;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads {@code sweep}: ranges of factors, of which points are chosen for each variant. Each point
 * is an arm of its own, deployed once; those to fit come in the first blocks, those to hold out in
 * the last.
 */
final class SweepReader {
  /** Arms that stand together. */
  private static final int BLOCK = 4;

  private static final int DEFAULT_HELD_OUT = 10;

  static final Keys KEYS = new Keys("a sweep");

  /** The keys of the two ends of each factor. */
  private static final SortedMap<Factor, Key<List<Double>>> FACTORS =
      new TreeMap<>(
          Map.of(
              Factor.RATE, range("rate", Unit.REQUESTS_PER_SECOND, 1),
              Factor.CONNECTIONS, range("connections", Unit.COUNT, 1),
              Factor.PAYLOAD, range(Conditions.PAYLOAD, Unit.BYTES, 0),
              Factor.RULES, range(Conditions.RULES, Unit.COUNT, 0),
              Factor.SAMPLING, range("sampling", Unit.RATIO, 0),
              Factor.CONFIGURED, range(TrafficSetting.SYNTHETIC_SERVICES.key(), Unit.COUNT, 0)));

  private static final Key<Integer> HELD_OUT = KEYS.key("held-out", Form.whole(0, Form.MOST));

  private final Section section;
  private final List<Product> meshes;
  private final Problems problems;
  private final SortedMap<Factor, Interval> ranges = new TreeMap<>();
  private final int heldOut;

  private SweepReader(Section section, List<Product> meshes, Problems problems) {
    this.section = section;
    this.meshes = meshes;
    this.problems = problems;
    FACTORS.forEach(
        (factor, key) ->
            section
                .get(key)
                .ifPresent(it -> ranges.put(factor, new Interval(it.get(0), it.get(1)))));
    heldOut = section.get(HELD_OUT, DEFAULT_HELD_OUT);
  }

  private static Key<List<Double>> range(String name, Unit unit, int least) {
    return KEYS.key(
        name,
        Form.list(Form.quantity(unit))
            .that(
                it -> it.size() == 2 && it.get(0) >= least && it.get(0) < it.get(1),
                "two ends in brackets, the lower one first, from %d".formatted(least)));
  }

  /** The sweep of a section; empty if nothing is written in it. */
  static Optional<SweepReader> of(Section section, List<Product> meshes, Problems problems) {
    return KEYS.all().stream().anyMatch(section::has)
        ? Optional.of(new SweepReader(section, meshes, problems))
        : Optional.empty();
  }

  /**
   * The experiment of the points: each is a variant of its own.
   *
   * @param topology the services that variants may name
   * @param notes receives what is done differently from other experiments
   */
  Experiment expand(Experiment experiment, Topology topology, List<String> notes) {
    List<Variant> fitted = new ArrayList<>();
    List<Variant> held = new ArrayList<>();
    int left = heldOut;
    int variants = experiment.variants().size();
    for (Variant variant : experiment.variants()) {
      SweepDesign design =
          new SweepDesign(
              center(variant, experiment.protocol()),
              varied(variant),
              experiment.seed() + variant.name().hashCode());
      add(fitted, variant, design.fitted(), "p");
      int share = (left + variants - 1) / variants;
      add(held, variant, design.heldOut(share), "h");
      left -= share;
      variants--;
    }
    int blocks = blocks(fitted);
    List<Variant> points = new ArrayList<>(dealt(fitted, 0, blocks, false));
    points.addAll(dealt(held, blocks, blocks(held), true));
    checkPoints(points, experiment.platform(), topology);
    notes.add(
        "A sweep: each arm is a point with a load of its own, deployed once. %d points are fitted; %d are held out, and predicted before they are measured."
            .formatted(fitted.size(), held.size()));
    Protocol protocol = conduct(experiment.protocol(), blocks + blocks(held));
    return new Experiment(
        experiment.name(),
        experiment.platform(),
        points,
        experiment.plans(),
        protocol,
        experiment.slos(),
        experiment.seed(),
        experiment.cluster(),
        experiment.application());
  }

  /** The protocol of a sweep: calibration and pilot are at the highest rate. */
  private Protocol conduct(Protocol protocol, int blocks) {
    double highest = Objects.requireNonNull(ranges.get(Factor.RATE)).high();
    return new Protocol(
        blocks,
        protocol.atRate(highest).load(),
        protocol.windows(),
        false,
        Protocol.Length.OF_REPLICATES,
        protocol.sendLag(),
        protocol.stop(),
        Optional.empty());
  }

  private static void add(
      List<Variant> points, Variant variant, List<Conditions> conditions, String letter) {
    for (int i = 0; i < conditions.size(); i++) {
      points.add(at(variant, conditions.get(i), letter + (i + 1)));
    }
  }

  private static int blocks(List<Variant> points) {
    return (points.size() + BLOCK - 1) / BLOCK;
  }

  /** Points dealt to blocks in turn, so that each block has points of all variants. */
  private static List<Variant> dealt(List<Variant> points, int after, int blocks, boolean heldOut) {
    List<Variant> dealt = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      Variant point = points.get(i);
      LoadPoint load = LoadPoint.of(point).orElseThrow();
      dealt.add(
          new LoadPoint(after + 1 + i % blocks, load.rate(), load.connections(), heldOut)
              .of(point, point.name()));
    }
    return dealt;
  }

  private static Variant at(Variant variant, Conditions point, String suffix) {
    Variant at = variant;
    at = at.with(Conditions.PAYLOAD, Long.toString(Math.round(point.payload())));
    if (point.rules() > 0 || variant.settings().containsKey(Conditions.RULES)) {
      at = at.with(Conditions.RULES, Long.toString(Math.round(point.rules())));
    }
    if (point.configured() > 0) {
      String services = Long.toString(Math.round(point.configured()));
      at = at.with(TrafficSetting.SYNTHETIC_SERVICES.key(), services);
    }
    if (point.sampling() > 0) {
      String telemetry = LoadPoint.TRACING + Math.round(point.sampling() * 100) + "%";
      at = new Variant(at.name(), at.mesh(), at.policy(), telemetry, at.settings());
    }
    return new LoadPoint(1, point.rate(), (int) Math.round(point.connections()), false)
        .of(at, variant.name() + "-" + suffix);
  }

  private static Conditions center(Variant variant, Protocol protocol) {
    return new Conditions(
        1,
        1,
        1,
        Double.parseDouble(variant.setting(Conditions.PAYLOAD, "512")),
        protocol.connections(),
        Double.parseDouble(variant.setting(Conditions.RULES, "0")),
        Telemetry.of(variant).percent() / 100.0,
        Conditions.configured(variant));
  }

  /** The factors of a variant: rules where it has a policy, those of proxies where it has some. */
  private SortedMap<Factor, Interval> varied(Variant variant) {
    SortedMap<Factor, Interval> varied = new TreeMap<>(ranges);
    if (!variant.choices().containsKey("policy")) {
      varied.remove(Factor.RULES);
    }
    if (!variant.hasMesh()) {
      varied.remove(Factor.SAMPLING);
      varied.remove(Factor.CONFIGURED);
    }
    return varied;
  }

  /** Refuses what cannot be swept. */
  void check(List<Variant> variants, List<Plan> plans) {
    Place place = section.place();
    if (!ranges.containsKey(Factor.RATE)) {
      problems.wrong(
          place,
          "a sweep without a valid range of rates",
          "rate: with two ends, such as [80, 240]",
          "every term of the cost model needs it");
    }
    if (plans.size() != 1
        || !plans.get(0).isSteady()
        || plans.get(0).isGrpc()
        || plans.get(0).rate().isPresent()) {
      problems.wrong(
          place,
          "a sweep with the plans %s".formatted(plans.stream().map(Plan::name).toList()),
          "one plan whose rate is the same all the time: " + Plan.STEADY,
          "write plans: [%s]".formatted(Plan.STEADY));
    }
    if (ranges.containsKey(Factor.RULES)
        && variants.stream().noneMatch(it -> it.choices().containsKey("policy"))) {
      problems.wrong(
          place,
          "a sweep of policy-rules, and no variant has a policy",
          "a variant with policy: rbac",
          "add a policy, or remove policy-rules");
    }
  }

  /** Refuses points that a mesh cannot carry out. */
  private void checkPoints(List<Variant> points, PlatformKind platform, Topology topology) {
    for (Variant point : points) {
      Variant plain = LoadPoint.without(point);
      Optional<String> why =
          meshes.stream()
              .filter(mesh -> mesh.descriptor().key().equals(point.mesh()))
              .flatMap(mesh -> mesh.problems(plain, platform, topology).stream())
              .findFirst();
      if (why.isPresent()) {
        problems.wrong(
            section.place(),
            "the point %s: %s".formatted(point.name(), why.get()),
            "ranges that %s can carry out".formatted(point.mesh()),
            "change the range, or remove the variant");
        return;
      }
    }
  }
}
