package io.meshgauge.report;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.soak.Alarm;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Verdict;
import io.meshgauge.stats.drift.Burst;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the verdict: one {@link Finding} per variant and plan. */
final class Findings {
  private final PlanReport plan;

  /** Metrics of which an earlier finding says what the baseline shows against itself. */
  private final Set<Metric> floors = EnumSet.noneOf(Metric.class);

  Findings(PlanReport plan) {
    this.plan = plan;
  }

  /**
   * @param proof whether the arms were proven only
   */
  List<Finding> all(boolean proof) {
    return plan.variants().stream()
        .filter(arm -> proof || plan.plan().isSoak() || !arm.variant().isBaseline())
        .map(arm -> proof ? proven(arm) : of(arm))
        .toList();
  }

  private Finding proven(Arm arm) {
    String counts = Promises.countsInWords(arm);
    return switch (arm.evidenceMark()) {
      case OBSERVED ->
          finding(
              arm,
              Finding.Tone.PROVEN,
              Messages.get("report.finding-proven", arm.label(), counts),
              List.of());
      case UNVERIFIED ->
          finding(
              arm,
              Finding.Tone.UNVERIFIED,
              Messages.get(
                  "report.finding-unproven",
                  arm.label(),
                  PlanAnalysis.unverifiedBecause(arm),
                  counts),
              List.of());
      case NONE -> of(arm);
    };
  }

  private Finding of(Arm arm) {
    if (arm.evidenceMark() == EvidenceMark.UNVERIFIED) {
      String headline =
          Messages.get(
              "report.finding-unverified",
              arm.label(),
              plan.name(),
              PlanAnalysis.unverifiedBecause(arm));
      return finding(arm, Finding.Tone.UNVERIFIED, headline, excluded(arm));
    }
    Optional<SoakReport> soak = plan.soak(arm.name()).filter(it -> !arm.valid().isEmpty());
    if (soak.isPresent()) {
      return soaked(soak.get());
    }
    Optional<Comparison> lead = lead(arm);
    if (lead.isEmpty()) {
      return finding(arm, Finding.Tone.NOT_MEASURED, unmeasured(arm), excluded(arm));
    }
    List<String> details = new ArrayList<>();
    details.add(secondary(arm));
    plan.addition(arm.name()).map(this::added).ifPresent(details::add);
    details.addAll(excluded(arm));
    return finding(
        arm, Finding.Tone.COMPARED, compared(arm, lead.get()) + floor(lead.get()), details);
  }

  private Finding soaked(SoakReport soak) {
    List<String> drifts =
        soak.analysis().alarms().stream()
            .filter(alarm -> alarm.kind() == Alarm.Kind.DRIFT)
            .map(Alarm::text)
            .toList();
    List<String> details = new ArrayList<>();
    details.add(soak.extent() + ".");
    for (Burst burst : soak.analysis().bursts()) {
      details.add(Messages.get("report.finding-burst", SoakReport.words(burst)));
    }
    soak.recoveries().stream().map(FaultRecovery::words).forEach(details::add);
    String label = soak.arm().label();
    return drifts.isEmpty()
        ? finding(
            soak.arm(),
            Finding.Tone.STEADY,
            Messages.get(
                "report.finding-steady",
                label,
                plan.atRate(),
                soak.minutes(),
                Amounts.share(soak.settings().drift())),
            details)
        : finding(
            soak.arm(),
            Finding.Tone.DRIFTING,
            Messages.get("report.finding-drifts", label, plan.atRate(), String.join("; ", drifts)),
            details);
  }

  /** Comparison on the plan's lead metric, or on the next one with enough requests. */
  private Optional<Comparison> lead(Arm arm) {
    Optional<Contrast> contrast = plan.contrast(arm.name());
    return plan.emphasis().headlines().stream()
        .flatMap(metric -> contrast.flatMap(found -> found.on(metric)).stream())
        .findFirst();
  }

  private Finding finding(Arm arm, Finding.Tone tone, String headline, List<String> details) {
    return new Finding(arm.name(), plan.name(), tone, headline, details);
  }

  private String unmeasured(Arm arm) {
    if (arm.valid().isEmpty()) {
      return Stream.of(Outcome.FAILED, Outcome.VOID)
          .filter(outcome -> arm.count(outcome) > 0)
          .map(outcome -> PlanAnalysis.firstReason(arm, outcome))
          .findFirst()
          .map(
              why ->
                  Messages.get(
                      "report.finding-no-valid-run-because", arm.label(), plan.name(), why))
          .orElseGet(() -> Messages.get("report.finding-no-valid-run", arm.label(), plan.name()));
    }
    return Messages.get("report.finding-no-baseline", arm.label(), plan.name());
  }

  private String compared(Arm arm, Comparison lead) {
    Unit unit = lead.metric().unit();
    double difference = lead.difference().absolute();
    String interval =
        lead.difference()
            .interval()
            .map(it -> Messages.get("report.interval", Amounts.interval(unit, it.low(), it.high())))
            .orElseGet(() -> Messages.get("report.no-interval"));
    if (!lead.verdict().differs()) {
      return undecided(arm, lead, interval);
    }
    String change =
        lead.difference().relative().isPresent()
            ? Amounts.change(lead.difference().relative().getAsDouble()) + ", " + interval
            : interval;
    String size = Amounts.text(unit, Math.abs(difference));
    String label = arm.label();
    String rate = plan.atRate();
    String observed = Promises.observed(arm);
    if (lead.metric().moreIsBetter()) {
      return difference > 0
          ? Messages.get("report.finding-carries-more", label, size, change, rate, observed)
          : Messages.get("report.finding-carries-less", label, size, change, rate, observed);
    }
    String metric = lead.metric().brief();
    return difference > 0
        ? Messages.get("report.finding-adds", label, size, change, metric, rate, observed)
        : Messages.get("report.finding-takes", label, size, change, metric, rate, observed);
  }

  private String undecided(Arm arm, Comparison lead, String interval) {
    String label = arm.label();
    String metric = lead.metric().brief();
    String rate = plan.atRate();
    String difference = Amounts.difference(lead.metric().unit(), lead.difference().absolute());
    String because = because(lead, interval);
    String observed = Promises.observed(arm);
    if (lead.verdict() == Verdict.EQUIVALENT) {
      String margin = Amounts.change(Comparison.MARGIN).substring(1);
      return Messages.get(
          "report.finding-equals", label, metric, margin, rate, difference, because, observed);
    }
    return Messages.get(
        "report.finding-undecided", label, metric, rate, difference, because, observed);
  }

  /** The interval of an undecided comparison, and what the comparison lacked. */
  private static String because(Comparison lead, String interval) {
    if (lead.difference().interval().isEmpty()) {
      return Messages.get(
          "report.because-blocks",
          interval,
          ReportText.count(lead.difference().blocks(), "block"),
          Comparison.MINIMUM_REPLICATES);
    }
    OptionalDouble detectable = lead.detectable();
    if (lead.verdict() != Verdict.UNDECIDED || detectable.isEmpty()) {
      return interval;
    }
    String alone =
        lead.difference().isDifferent()
            ? Messages.get("report.because-alone", interval, lead.adjustedP().orElse(1))
            : interval;
    return Messages.get(
        "report.because-detectable", alone, Amounts.change(detectable.getAsDouble()).substring(1));
  }

  /** The sentence behind the first finding about a metric; it is the same for all arms. */
  private String floor(Comparison lead) {
    if (!floors.add(lead.metric())) {
      return "";
    }
    return " "
        + lead.noiseFloor()
            .map(NoiseFloor::difference)
            .map(it -> ReportText.difference(lead.metric().unit(), it))
            .map(it -> Messages.get("report.finding-floor", it))
            .orElseGet(() -> Messages.get("report.finding-no-floor"));
  }

  private String secondary(Arm arm) {
    return briefly(plan.contrast(arm.name()).orElseThrow(), plan.emphasis().secondary());
  }

  /** Cost of policy, telemetry and settings relative to the mesh without them. */
  private String added(Contrast contrast) {
    return Messages.get(
        "report.finding-added",
        contrast.reference().label(),
        briefly(contrast, plan.emphasis().added()));
  }

  private static String briefly(Contrast contrast, List<Metric> metrics) {
    List<String> parts = new ArrayList<>();
    for (Metric metric : metrics) {
      contrast.on(metric).ifPresent(found -> parts.add(metric.brief() + " " + brief(found)));
    }
    return String.join(" · ", parts) + ".";
  }

  private static String brief(Comparison found) {
    if (!found.verdict().differs()) {
      return found.verdict().symbol();
    }
    String difference = Amounts.difference(found.metric().unit(), found.difference().absolute());
    return found.difference().relative().isPresent()
        ? difference + " (" + Amounts.change(found.difference().relative().getAsDouble()) + ")"
        : difference;
  }

  private static List<String> excluded(Arm arm) {
    long excluded = arm.count(Outcome.VOID) + arm.count(Outcome.FAILED);
    if (excluded == 0 || arm.valid().isEmpty()) {
      return List.of();
    }
    return List.of(
        Messages.get(
            "report.finding-excluded",
            ReportText.count(excluded, "run"),
            arm.runs().size(),
            arm.outcomes()));
  }
}
