package io.meshgauge.report;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.Window;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Share of the machine's CPU that services, proxies and load worker used. Above {@link #LIMIT},
 * measured times contain as much waiting as work (methodology, rule 4).
 */
public final class MachineShare {
  /** Share above which the report warns. */
  public static final double LIMIT = 0.5;

  private static final String CORES = "cpu.cores";

  private MachineShare() {}

  /** Share of one run, 0 to 1; empty if nothing was measured or the cores are unknown. */
  public static OptionalDouble of(Run run) {
    String cores = run.environment().facts().getOrDefault(CORES, "");
    Optional<Window> window =
        run.measuredLoad()
            .map(LoadResult::window)
            .or(() -> run.measuredStream().map(StreamResult::window));
    if (window.isEmpty() || run.resources().isEmpty() || !cores.matches("[1-9]\\d*")) {
      return OptionalDouble.empty();
    }
    double used = run.resources().stream().mapToDouble(ResourceUse::cpuSeconds).sum();
    return OptionalDouble.of(used / (window.get().seconds() * Integer.parseInt(cores)));
  }

  /** Warning for an arm whose valid runs used more than half of the machine on average. */
  static Optional<Warning> warning(Arm arm) {
    if (arm.plan().isStream()) {
      // A stream uses all CPU it can get, in every arm.
      return Optional.empty();
    }
    OptionalDouble mean = arm.valid().stream().flatMapToDouble(run -> of(run).stream()).average();
    if (mean.isEmpty() || mean.getAsDouble() <= LIMIT) {
      return Optional.empty();
    }
    String text =
        String.format(
            Locale.ROOT,
            "%s used %.0f %% of the machine under plan %s: above %.0f %% waiting is measured as"
                + " much as work; use a lower rate",
            arm.label(),
            mean.getAsDouble() * 100,
            arm.plan().name(),
            LIMIT * 100);
    return Optional.of(new Warning("saturation", text));
  }
}
