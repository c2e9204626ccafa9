package io.meshgauge.report.arm;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Share of the machine's CPU that services, proxies and load worker used, and that other work took.
 * Above {@link #LIMIT}, measured times contain as much waiting as work (methodology, rule 4).
 */
public final class MachineShare {
  /** Share above which the report warns. */
  public static final double LIMIT = 0.5;

  private MachineShare() {}

  /** Share of one run, 0 to 1; empty if nothing was measured or the cores are unknown. */
  public static OptionalDouble of(Run run) {
    OptionalDouble cores = run.cores();
    Optional<Window> window =
        run.measuredLoad()
            .map(LoadResult::window)
            .or(() -> run.measuredStream().map(StreamResult::window));
    if (window.isEmpty() || run.resources().isEmpty() || cores.isEmpty()) {
      return OptionalDouble.empty();
    }
    double used = run.resources().stream().mapToDouble(ResourceUse::cpuSeconds).sum();
    return OptionalDouble.of(used / (window.get().seconds() * cores.getAsDouble()));
  }

  /** Warning for an arm whose valid runs used more than half of the machine on average. */
  public static Optional<Warning> warning(Arm arm) {
    if (arm.plan().isStream()) {
      // A stream uses all CPU it can get, in every arm.
      return Optional.empty();
    }
    OptionalDouble mean = arm.valid().stream().flatMapToDouble(run -> of(run).stream()).average();
    if (mean.isEmpty() || mean.getAsDouble() <= LIMIT) {
      return Optional.empty();
    }
    String text =
        Messages.get(
            "report.warning-saturation",
            arm.label(),
            mean.getAsDouble() * 100,
            arm.plan().name(),
            LIMIT * 100);
    return Optional.of(new Warning(Messages.get("report.subject-saturation"), text));
  }

  /**
   * First sentence of the report if other work ran during the session; empty if no window had other
   * work, or none recorded it.
   */
  public static Optional<String> otherWork(Session session) {
    List<MachineUse> windows = session.runs().stream().flatMap(MachineShare::windows).toList();
    List<MachineUse> busy = windows.stream().filter(MachineUse::overTaken).toList();
    if (busy.isEmpty()) {
      return Optional.empty();
    }
    double most = busy.stream().mapToDouble(MachineUse::taken).max().orElseThrow();
    return Optional.of(
        Messages.get(
            "report.other-work",
            busy.size(),
            Messages.count(windows.size(), "report.of-window"),
            MachineUse.MOST_TAKEN * 100,
            most * 100));
  }

  private static Stream<MachineUse> windows(Run run) {
    return Stream.concat(
        Stream.ofNullable(run.machine()),
        run.soaked().stream()
            .flatMap(soak -> soak.windows().stream())
            .map(SoakWindow::machine)
            .filter(Objects::nonNull));
  }
}
