package io.meshgauge.report;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.MachineUse;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** First sentence of the report if other work ran during the session. */
final class OtherWork {
  private OtherWork() {}

  /** The sentence; empty if no window had other work, or none recorded it. */
  static Optional<String> sentence(Session session) {
    List<MachineUse> windows = session.runs().stream().flatMap(OtherWork::windows).toList();
    List<MachineUse> busy = windows.stream().filter(MachineUse::overTaken).toList();
    if (busy.isEmpty()) {
      return Optional.empty();
    }
    double most = busy.stream().mapToDouble(MachineUse::taken).max().orElseThrow();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Measured alongside other work: in %d of %s more than %.0f %% of the machine's CPU time (up to %.0f %%) went to processes outside of the session or was stolen. These windows are void; measure again without the other work.",
            busy.size(),
            ReportText.count(windows.size(), "window"),
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
