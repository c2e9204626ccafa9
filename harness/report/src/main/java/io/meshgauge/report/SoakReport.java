package io.meshgauge.report;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.soak.SoakAnalysis;
import io.meshgauge.soak.Subject;
import io.meshgauge.stats.drift.Burst;
import io.meshgauge.text.Messages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The soak of one arm.
 *
 * @param arm the variant
 * @param record the measured windows and events
 * @param settings settings of the plan
 * @param analysis drifts, alarms, bursts and steps of the windows
 */
public record SoakReport(Arm arm, SoakRecord record, SoakSettings settings, SoakAnalysis analysis) {

  /** The soak of an arm; empty if none is recorded. */
  static Optional<SoakReport> of(Arm arm, List<Slo> slos) {
    SoakSettings settings = SoakSettings.of(arm.plan());
    return arm.runs().stream()
        .map(Run::soaked)
        .flatMap(Optional::stream)
        .reduce((earlier, later) -> later)
        .map(
            record ->
                new SoakReport(arm, record, settings, SoakAnalysis.of(record, settings, slos)));
  }

  /** The alarm of a series; empty if there is none. */
  public Optional<Alarm> alarm(Subject subject) {
    return analysis.alarms().stream()
        .filter(it -> it.drift().map(SeriesDrift::subject).equals(Optional.of(subject)))
        .findFirst();
  }

  /**
   * Drifts of the latest deployment, and all certain ones; the largest relative to tolerance first.
   */
  public List<SeriesDrift> steepest() {
    int leg = analysis.drifts().stream().mapToInt(SeriesDrift::leg).max().orElse(0);
    return analysis.drifts().stream()
        .filter(it -> it.leg() == leg || it.drift().isCertain())
        .filter(it -> it.drift().trend().isPresent())
        .sorted(
            Comparator.comparing((SeriesDrift it) -> !it.drift().isCertain())
                .thenComparing(it -> -it.drift().slopePerHour() / it.tolerancePerHour()))
        .toList();
  }

  /** Number of deployments. */
  public int deployments() {
    return record.windows().stream().mapToInt(SoakWindow::leg).max().orElse(0);
  }

  /** Minutes from the start of the first window to the end of the last. */
  public double minutes() {
    List<SoakWindow> windows = record.windows();
    return windows.isEmpty()
        ? 0
        : Duration.between(
                    windows.get(0).window().start(), windows.get(windows.size() - 1).window().end())
                .toMillis()
            / 60_000.0;
  }

  /** Progress as text. */
  public String extent() {
    List<String> words = new ArrayList<>();
    words.add(
        Messages.get(
            "report.soak-extent",
            record.windows().size(),
            record.planned(),
            settings.window().toSeconds(),
            minutes()));
    words.add(ReportText.count(deployments(), "deployment"));
    long unsound = record.windows().stream().filter(window -> !window.broken().isEmpty()).count();
    if (unsound > 0) {
      words.add(ReportText.count(unsound, "void window"));
    }
    words.addAll(record.damaged());
    return String.join(", ", words);
  }

  /** Recovery of the arm from injected faults. */
  public List<FaultRecovery> recoveries() {
    return FaultRecovery.of(record);
  }

  /** A burst of errors as text. */
  public static String words(Burst burst) {
    String where =
        burst.from() == burst.to()
            ? Messages.get("report.soak-window", burst.from() + 1)
            : Messages.get("report.soak-windows", burst.from() + 1, burst.to() + 1);
    return Messages.get(
        "report.soak-burst",
        where,
        burst.errors(),
        burst.requests(),
        Amounts.text(Unit.RATIO, burst.usual()));
  }

  /** The criterion that the arm recovers from injected faults; empty without any. */
  Optional<CriterionResult> recovery() {
    List<Disturbance> all = record.disturbances();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<String> open =
        all.stream()
            .filter(it -> it.recoveredSeconds() == null)
            .map(Disturbance::describe)
            .toList();
    String words =
        open.isEmpty()
            ? Messages.get(
                "report.soak-recovered", Messages.count(all.size(), "report.of-disturbance"))
            : String.join("; ", open) + ".";
    return Optional.of(
        new CriterionResult(arm.name(), arm.plan().name(), "recovery", open.isEmpty(), words));
  }

  /** The criterion that nothing drifts. */
  CriterionResult criterion() {
    List<String> drifts =
        analysis.alarms().stream()
            .filter(alarm -> alarm.kind() == Alarm.Kind.DRIFT)
            .map(Alarm::text)
            .toList();
    boolean passed = drifts.isEmpty() && !record.windows().isEmpty();
    String words =
        drifts.isEmpty()
            ? Messages.get(
                "report.soak-no-drift", analysis.series().size(), Amounts.share(settings.drift()))
            : String.join("; ", drifts) + ".";
    return new CriterionResult(arm.name(), arm.plan().name(), "no drift", passed, words);
  }
}
