package io.meshgauge.product;

import io.meshgauge.experiment.Variant;
import io.meshgauge.policy.Policy;
import io.meshgauge.policy.Policy.Kind;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The policy that a variant requests.
 *
 * @param name as in a variant: {@code rbac}, {@code abac} or {@code abac-external}
 * @param policy the rules, fillers included
 * @param origin the file they were read from
 * @param fillers number of rules per service that match nothing
 * @param external whether a decision point is asked where the load enters
 * @param remembering whether the decision point caches its decisions
 */
public record PolicySettings(
    String name, Policy policy, String origin, int fillers, boolean external, boolean remembering) {
  /** The project's program that a proxy asks for decisions. */
  public static final String DECISION_POINT = "decision";

  /** Value for no policy. */
  public static final String NONE = "none";

  /** Roles, evaluated in the proxies. */
  public static final String RBAC = "rbac";

  /** Attributes, evaluated in the proxies. */
  public static final String ABAC = "abac";

  /** Attributes, evaluated by a decision point. */
  public static final String EXTERNAL = "abac-external";

  /** All policy values, in display order. */
  public static final List<String> NAMES = List.of(NONE, RBAC, ABAC, EXTERNAL);

  private static final String ON = "on";
  private static final Setting RULES = Setting.whole("policy-rules", 0, 5000, "");
  static final Setting FILE =
      new Setting("policy-file", "the path of a policy file", path -> !path.isBlank());
  private static final Setting CACHE = Setting.oneOf("decision-cache", List.of("off", ON));

  /** The settings that require a policy. */
  static final List<Setting> ALL = List.of(RULES, FILE, CACHE);

  private static final Map<String, Kind> KINDS =
      Map.of(RBAC, Kind.RBAC, ABAC, Kind.ABAC, EXTERNAL, Kind.ABAC);

  /**
   * The policy of a variant; empty without one.
   *
   * @throws InvalidInputException when the file it names is no policy file
   */
  public static Optional<PolicySettings> of(Variant variant) {
    return Optional.ofNullable(KINDS.get(variant.policy())).map(kind -> read(variant, kind));
  }

  /**
   * What keeps the rules of a variant from being those of an application; empty when nothing does.
   *
   * @throws InvalidInputException when its file names services that do not exist, with all of them
   */
  static Optional<String> check(Variant variant, Topology topology) {
    Kind kind = KINDS.get(variant.policy());
    String file = variant.setting(FILE.name(), "");
    if (kind == null) {
      return Optional.empty();
    }
    Policy policy =
        file.isEmpty() ? Policy.shipped(kind) : Policy.read(Path.of(file), topology.services());
    List<String> unknown =
        policy.services().keySet().stream()
            .filter(service -> !topology.services().contains(service))
            .toList();
    if (!unknown.isEmpty()) {
      return Optional.of(
          "policy '%s' has rules for %s, and the services are %s; expected a file of rules for them, named by the setting %s"
              .formatted(
                  variant.policy(),
                  String.join(", ", unknown),
                  String.join(", ", topology.services()),
                  FILE.name()));
    }
    return topology
        .entry()
        .filter(entry -> !policy.services().containsKey(entry))
        .map(
            entry ->
                "setting %s: expected rules for %s, where the load enters; it has rules for %s"
                    .formatted(FILE.name(), entry, policy.services().keySet()));
  }

  private static PolicySettings read(Variant variant, Kind kind) {
    String file = variant.setting(FILE.name(), "");
    Policy policy = file.isEmpty() ? Policy.shipped(kind) : Policy.read(Path.of(file));
    int fillers = Integer.parseInt(variant.setting(RULES.name(), "0"));
    return new PolicySettings(
        variant.policy(),
        policy.padded(fillers),
        file.isEmpty() ? "k8s/policy/" + kind.key() + ".yaml" : file,
        fillers,
        variant.policy().equals(EXTERNAL),
        variant.setting(CACHE.name(), "off").equals(ON));
  }

  /** Problems of the policy and its settings beyond their syntax, one sentence each. */
  static List<String> problems(Variant variant, String mesh) {
    List<String> problems = new ArrayList<>();
    Kind kind = KINDS.get(variant.policy());
    if (kind == null) {
      ALL.stream()
          .filter(setting -> variant.settings().containsKey(setting.name()))
          .map(
              setting ->
                  "setting %s on mesh %s: expected a policy other than none; policy is %s"
                      .formatted(setting.name(), mesh, variant.policy()))
          .forEach(problems::add);
      return problems;
    }
    if (variant.settings().containsKey(CACHE.name()) && !variant.policy().equals(EXTERNAL)) {
      problems.add(
          "setting %s on mesh %s: expected policy %s, the only one with a decision point; policy is %s"
              .formatted(CACHE.name(), mesh, EXTERNAL, variant.policy()));
    }
    try {
      Policy policy = read(variant, kind).policy();
      if (policy.kind() != kind) {
        problems.add(
            "setting %s on mesh %s: expected a file of kind %s for policy %s; it is of kind %s"
                .formatted(FILE.name(), mesh, kind.key(), variant.policy(), policy.kind().key()));
      }
    } catch (InvalidInputException e) {
      e.problems().stream()
          .map(Problem::line)
          .map(problem -> "setting %s on mesh %s: %s".formatted(FILE.name(), mesh, problem))
          .forEach(problems::add);
    }
    return problems;
  }

  /** The programs a variant needs: those of its mesh, and the decision point if one is asked. */
  public static Set<String> programs(Set<String> ofMesh, Variant variant) {
    Set<String> programs = new TreeSet<>(ofMesh);
    if (variant.policy().equals(EXTERNAL)) {
      programs.add(DECISION_POINT);
    }
    return programs;
  }

  /** Callers that the policy must refuse, regardless of its rules. */
  public Refusals refusals() {
    return name.equals(RBAC) ? Refusals.BY_ROLE : Refusals.BY_ATTRIBUTE;
  }

  /**
   * The policy's line in the fairness manifest.
   *
   * @param identities whether callers are identified by mutual TLS, so that rules can refer to them
   */
  public String description(boolean identities) {
    List<String> words = new ArrayList<>();
    words.add("%s of %s, %d rules".formatted(name, origin, policy.size()));
    if (fillers > 0) {
      words.add("%d of them before each service match nothing".formatted(fillers));
    }
    if (external) {
      words.add(
          "a decision point is asked where the load enters, "
              + (remembering ? "decisions are cached" : "for every request"));
    }
    if (!identities) {
      words.add("callers are not checked: without mutual TLS they have no identity");
    }
    return String.join("; ", words);
  }

  /** The guarantees of a product that enforces a variant's policy. */
  public static Guarantees claims(Guarantees without, Variant variant) {
    return of(variant).map(policy -> without.refusing(policy.refusals())).orElse(without);
  }
}
