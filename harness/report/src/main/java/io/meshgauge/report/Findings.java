package io.meshgauge.report;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Arm.EvidenceMark;
import io.meshgauge.soak.Alarm;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Verdict;
import io.meshgauge.stats.drift.Burst;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Writes the verdict: one {@link Finding} per variant and plan. */
final class Findings {
  private final PlanReport plan;

  Findings(PlanReport plan) {
    this.plan = plan;
  }

  List<Finding> all() {
    return plan.variants().stream()
        .filter(arm -> plan.plan().isSoak() || !arm.variant().isBaseline())
        .map(this::of)
        .toList();
  }

  private Finding of(Arm arm) {
    if (arm.evidenceMark() == EvidenceMark.UNVERIFIED) {
      String headline =
          "%s is unverified under plan %s: %s. Its numbers are not scored."
              .formatted(arm.label(), plan.name(), PlanAnalysis.unverifiedBecause(arm));
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
        arm, Finding.Tone.COMPARED, compared(arm, lead.get()) + " " + floor(lead.get()), details);
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
      details.add("A burst of errors in %s.".formatted(SoakReport.words(burst)));
    }
    soak.recoveries().stream().map(FaultRecovery::words).forEach(details::add);
    String label = soak.arm().label();
    return drifts.isEmpty()
        ? finding(
            soak.arm(),
            Finding.Tone.STEADY,
            String.format(
                Locale.ROOT,
                "%s is steady under %s: in %.0f min nothing grew that would come to %s of its level over the soak.",
                label,
                plan.atRate(),
                soak.minutes(),
                Amounts.share(soak.settings().drift())),
            details)
        : finding(
            soak.arm(),
            Finding.Tone.DRIFTING,
            "%s drifts under %s: %s.".formatted(label, plan.atRate(), String.join("; ", drifts)),
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
      String why =
          Stream.of(Outcome.FAILED, Outcome.VOID)
              .filter(outcome -> arm.count(outcome) > 0)
              .map(outcome -> ": " + PlanAnalysis.firstReason(arm, outcome))
              .findFirst()
              .orElse("");
      return "%s has no valid run under plan %s%s. Nothing is said about its cost."
          .formatted(arm.label(), plan.name(), why);
    }
    return "%s has no valid baseline to be compared with under plan %s. Nothing is said about its cost."
        .formatted(arm.label(), plan.name());
  }

  private String compared(Arm arm, Comparison lead) {
    Unit unit = lead.metric().unit();
    double difference = lead.difference().absolute();
    String interval =
        lead.difference()
            .interval()
            .map(it -> "95 % interval " + Amounts.interval(unit, it.low(), it.high()))
            .orElse("no interval");
    if (!lead.verdict().differs()) {
      return undecided(arm, lead, interval);
    }
    String change =
        lead.difference().relative().isPresent()
            ? Amounts.change(lead.difference().relative().getAsDouble()) + ", "
            : "";
    String size = Amounts.text(unit, Math.abs(difference));
    if (lead.metric().moreIsBetter()) {
      return "%s carries %s %s than the baseline (%s%s) under %s; %s."
          .formatted(
              arm.label(),
              size,
              difference > 0 ? "more" : "less",
              change,
              interval,
              plan.atRate(),
              observed(arm));
    }
    return "%s %s %s (%s%s) %s %s under %s; %s."
        .formatted(
            arm.label(),
            difference > 0 ? "adds" : "takes",
            size,
            change,
            interval,
            difference > 0 ? "to" : "off",
            lead.metric().brief(),
            plan.atRate(),
            observed(arm));
  }

  private String undecided(Arm arm, Comparison lead, String interval) {
    String text =
        lead.verdict() == Verdict.EQUIVALENT
            ? "%s equals the baseline in %s within %s under %s (=): %s, %s; %s."
            : "%s cannot be distinguished from the baseline in %s%s under %s (?): %s, %s; %s.";
    return text.formatted(
        arm.label(),
        lead.metric().brief(),
        lead.verdict() == Verdict.EQUIVALENT ? Amounts.change(Comparison.MARGIN).substring(1) : "",
        plan.atRate(),
        Amounts.difference(lead.metric().unit(), lead.difference().absolute()),
        interval + because(lead),
        observed(arm));
  }

  /** What an undecided comparison lacked. */
  private static String because(Comparison lead) {
    if (lead.difference().interval().isEmpty()) {
      int fewest = Math.min(lead.baseline().n(), lead.variant().n());
      return " with %s, and %s are needed"
          .formatted(ReportText.count(fewest, "replicate"), Comparison.MINIMUM_REPLICATES);
    }
    OptionalDouble detectable = lead.detectable();
    String alone =
        lead.verdict() == Verdict.UNDECIDED && lead.difference().isDifferent()
            ? String.format(
                Locale.ROOT,
                " on its own, but p is %.2f over all variants (Holm)",
                lead.adjustedP().orElse(1))
            : "";
    return lead.verdict() == Verdict.UNDECIDED && detectable.isPresent()
        ? alone
            + "; a true difference of %s would have been found in 80 %% of such sessions"
                .formatted(Amounts.change(detectable.getAsDouble()).substring(1))
        : "";
  }

  private static String floor(Comparison lead) {
    return lead.noiseFloor()
        .map(NoiseFloor::difference)
        .map(
            it ->
                "Baseline against itself: %s%s."
                    .formatted(
                        Amounts.difference(lead.metric().unit(), it.absolute()),
                        it.interval()
                            .map(
                                range ->
                                    " (95 %% interval %s)"
                                        .formatted(
                                            Amounts.interval(
                                                lead.metric().unit(), range.low(), range.high())))
                            .orElse("")))
        .orElse("The baseline was not measured against itself.");
  }

  private static String observed(Arm arm) {
    if (arm.evidenceMark() == EvidenceMark.NONE) {
      return "nothing was observed of its promises";
    }
    List<Promises.Line> lines = Promises.of(arm);
    if (lines.stream().anyMatch(line -> line.promise() == Promise.ENCRYPTION)) {
      return lines.stream().anyMatch(line -> line.promise() == Promise.PLAINTEXT)
          ? "its encryption was observed where it claims any"
          : "its encryption was observed on every hop";
    }
    boolean traversed = lines.stream().anyMatch(line -> line.promise() == Promise.TRAVERSAL);
    return traversed
        ? "its proxies were seen to carry the load, and it claims no encryption"
        : "every promise was observed to hold";
  }

  private String secondary(Arm arm) {
    return briefly(plan.contrast(arm.name()).orElseThrow(), plan.emphasis().secondary());
  }

  /** Cost of policy, telemetry and settings relative to the mesh without them. */
  private String added(Contrast contrast) {
    return "Next to %s: %s"
        .formatted(contrast.reference().label(), briefly(contrast, plan.emphasis().added()));
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
        "%s of %s excluded by rules fixed in advance: %s."
            .formatted(ReportText.count(excluded, "run"), arm.runs().size(), arm.outcomes()));
  }
}
