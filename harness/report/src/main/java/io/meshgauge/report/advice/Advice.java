package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a session says to one kind of use: an arm, that no mesh is needed, or why it says neither.
 *
 * @param profile the use
 * @param plan under which the numbers were measured
 * @param kind of the advice
 * @param variant recommended arm; empty for the other kinds
 * @param headline one sentence with the numbers it rests on, without the name of the profile
 * @param reasons a sentence each, with numbers, intervals and counts of evidence
 * @param changes what would change the advice, a sentence each
 * @param candidates every mesh of the session, in the experiment's order; never the baseline
 */
public record Advice(
    UsageProfile profile,
    String plan,
    Kind kind,
    Optional<String> variant,
    String headline,
    List<String> reasons,
    List<String> changes,
    List<Candidate> candidates) {

  public Advice {
    reasons = List.copyOf(reasons);
    changes = List.copyOf(changes);
    candidates = List.copyOf(candidates);
    if (variant.isPresent() != (kind == Kind.RECOMMENDED)) {
      throw new IllegalArgumentException(
          "advice %s with arm %s; expected an arm for a recommendation only"
              .formatted(kind, variant));
    }
  }

  /** Kinds of advice. */
  public enum Kind {
    /** One arm meets the profile and has the best score, by the test. */
    RECOMMENDED,
    /** The profile requires no promise, and the baseline is cheaper than every mesh. */
    NO_MESH_NEEDED,
    /** The data carry no recommendation. */
    NONE
  }

  /** The advice for all profiles of a report, plan by plan. */
  public static List<Advice> all(Report report) {
    List<Advice> all = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      for (UsageProfile profile : report.profiles()) {
        Basis basis =
            report.session().experiment().isSweep()
                ? new PredictedAdvice(report, plan, profile)
                : new MeasuredAdvice(report, plan, profile);
        all.add(Decision.of(profile, plan.name(), basis));
      }
    }
    return all;
  }

  /** The names of the profiles with the same headline, which are printed together. */
  public record Line(String profiles, Advice advice) {}

  /** One line for each headline under a plan, in the order of the profiles. */
  public static List<Line> lines(List<Advice> all) {
    List<Line> lines = new ArrayList<>();
    for (Advice advice : all) {
      List<Advice> same =
          all.stream()
              .filter(it -> it.plan.equals(advice.plan) && it.headline.equals(advice.headline))
              .toList();
      if (same.get(0).profile.name().equals(advice.profile.name())) {
        lines.add(
            new Line(
                String.join(", ", same.stream().map(it -> it.profile.name()).toList()), advice));
      }
    }
    return lines;
  }

  /** What the profile demands and weighs, a sentence or two. */
  public String demand() {
    String limits =
        profile.limits().isEmpty()
            ? ""
            : "; " + ReportText.list(profile.limits().stream().map(Limits::words).toList());
    return Messages.get(
        "advice.demand",
        profile.about(),
        profile.requires().isEmpty()
            ? Messages.get("advice.no-promise")
            : where(ReportText.list(profile.requires().stream().map(ReportText::of).toList())),
        limits,
        profile.weighed().stream()
            .map(it -> it.brief() + " " + Amounts.fixed(profile.weights().weight(it), 2))
            .collect(Collectors.joining(", ")));
  }

  private String where(String promises) {
    return profile.demands().atEntry()
        ? Messages.get("advice.at-the-entry", promises)
        : Messages.get("advice.on-every-hop", promises);
  }
}
