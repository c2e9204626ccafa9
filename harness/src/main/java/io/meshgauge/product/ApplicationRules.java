package io.meshgauge.product;

import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problem;
import java.util.ArrayList;
import java.util.List;

/** Compares a variant with the application: the services that its settings and rules name. */
public final class ApplicationRules {
  /** The setting that makes an arm break its promise, to show that the evidence finds it. */
  public static final String FAULT = "fault";

  private ApplicationRules() {}

  /** Problems of a variant, one sentence each; empty when the application has what it names. */
  static List<String> problems(Variant variant, Topology topology) {
    List<String> problems = new ArrayList<>();
    String fault = variant.setting(FAULT, "");
    String service = fault.substring(fault.indexOf(':') + 1);
    if (!fault.isEmpty()
        && !topology.services().contains(service)
        && !service.equals(Topology.STREAM_SERVER)) {
      problems.add(
          "setting %s: '%s': expected one of the services %s"
              .formatted(FAULT, fault, String.join(", ", topology.services())));
    }
    try {
      PolicySettings.check(variant, topology).ifPresent(problems::add);
    } catch (InvalidInputException e) {
      e.problems().stream()
          .map(Problem::line)
          .map(problem -> "setting %s: %s".formatted(PolicySettings.FILE.name(), problem))
          .forEach(problems::add);
    }
    return problems;
  }
}
