package io.meshgauge.product;

import io.meshgauge.experiment.Variant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the policies of a mesh cannot express.
 *
 * @param sentence names policy, mesh, rule, service, file and reason, in this order
 * @param reasons by feature; {@code %s} in one is the path
 */
public record PolicyLimits(String sentence, Map<PolicyFeature, String> reasons) {
  private static final String WITHOUT =
      "policy %1$s on mesh %2$s: expected rules without %6$s; remove them from rule %3$s of %4$s in"
          + " %5$s";

  public PolicyLimits {
    reasons = new TreeMap<>(reasons);
  }

  /** Limits of a mesh for which there is no other policy to recommend. */
  public static PolicyLimits without(Map<PolicyFeature, String> reasons) {
    return new PolicyLimits(WITHOUT, reasons);
  }

  /**
   * The problems of a variant's settings or, only for a policy that parses, the parts of it that
   * the mesh cannot express.
   */
  public List<String> after(List<String> problems, Variant variant) {
    return problems.isEmpty()
        ? PolicySettings.of(variant).map(it -> problems(it, variant.mesh())).orElse(problems)
        : problems;
  }

  /** Parts of a policy that the mesh cannot express, one sentence each. */
  private List<String> problems(PolicySettings settings, String mesh) {
    return settings.policy().services().entrySet().stream()
        .flatMap(
            service ->
                service.getValue().stream()
                    .flatMap(
                        rule ->
                            reasons.entrySet().stream()
                                .flatMap(it -> it.getKey().in(rule).map(it.getValue()::formatted))
                                .map(
                                    reason ->
                                        sentence.formatted(
                                            settings.name(),
                                            mesh,
                                            rule.name(),
                                            service.getKey(),
                                            settings.origin(),
                                            reason))))
        .toList();
  }
}
