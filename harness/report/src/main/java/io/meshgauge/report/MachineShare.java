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
 * How much of the machine's CPU everything that was metered filled: services, proxies and load
 * worker. Above {@link #LIMIT} waiting is measured as much as work (methodology, rule 4).
 */
public final class MachineShare {
  /** The share from which a reader is warned. */
  public static final double LIMIT = 0.5;

  private static final String CORES = "cpu.cores";

  private MachineShare() {}

  /** The share of one run, 0 to 1; empty when nothing was measured or the cores are unknown. */
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

  /** The warning for an arm whose valid runs filled more than half of the machine on average. */
  static Optional<Warning> warning(Arm arm) {
    if (arm.plan().isStream()) {
      // It takes what it gets by its nature, in every arm.
      return Optional.empty();
    }
    OptionalDouble mean = arm.valid().stream().flatMapToDouble(run -> of(run).stream()).average();
    if (mean.isEmpty() || mean.getAsDouble() <= LIMIT) {
      return Optional.empty();
    }
    String text =
        String.format(
            Locale.ROOT,
            "%s filled %.0f %% of the machine under plan %s: above %.0f %% waiting is measured as"
                + " much as work; use a lower rate",
            arm.label(),
            mean.getAsDouble() * 100,
            arm.plan().name(),
            LIMIT * 100);
    return Optional.of(new Warning("saturation", text));
  }
}
