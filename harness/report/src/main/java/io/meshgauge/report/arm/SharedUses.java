package io.meshgauge.report.arm;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.ResourceUse.Shared;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Warnings that state how containers that also serve other workloads, such as the proxy of a node,
 * were accounted, with the figures.
 */
public final class SharedUses {
  private static final double MIB = 1024.0 * 1024;

  private SharedUses() {}

  /** One warning per such container of an arm. */
  public static List<Warning> warnings(Arm arm) {
    List<ResourceUse> all =
        arm.valid().stream()
            .flatMap(run -> run.resources().stream())
            .filter(use -> use.shared() != null)
            .toList();
    List<Warning> warnings = new ArrayList<>();
    for (String name : new TreeSet<>(all.stream().map(ResourceUse::container).toList())) {
      List<ResourceUse> uses = all.stream().filter(use -> use.container().equals(name)).toList();
      warnings.add(new Warning(arm.label(), sentence(name, uses, arm)));
    }
    return warnings;
  }

  private static String sentence(String name, List<ResourceUse> uses, Arm arm) {
    double idle = mean(uses.stream().mapToDouble(use -> shared(use).idleCpuSeconds()).toArray());
    double above = mean(uses.stream().mapToDouble(ResourceUse::cpuSeconds).toArray());
    double memory = mean(uses.stream().mapToDouble(ResourceUse::memoryMeanBytes).toArray());
    Shared last = shared(uses.get(uses.size() - 1));
    return Messages.get(
        "report.warning-shared",
        name,
        last.pods(),
        last.ours(),
        above,
        above + idle,
        arm.valid().stream().anyMatch(SharedUses::streams)
            ? Messages.get("report.shared-bytes")
            : Messages.get("report.shared-requests"),
        memory / MIB);
  }

  private static boolean streams(Run run) {
    return run.measuredStream().map(StreamResult::receivedGib).isPresent();
  }

  private static Shared shared(ResourceUse use) {
    return Objects.requireNonNull(use.shared());
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }
}
