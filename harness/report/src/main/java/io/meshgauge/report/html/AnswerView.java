package io.meshgauge.report.html;

import io.meshgauge.report.Finding.Tone;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.report.answer.Brief;
import io.meshgauge.report.answer.Certainty;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.text.Messages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The first screen: what each arm costs, what is not known, whether what the arms promise was on,
 * and which mesh for what.
 *
 * @param advice of all profiles, plan by plan
 */
record AnswerView(Report report, Palette palette, List<Advice> advice) {
  /** Sentences of a list that are shown at once. */
  private static final int SHOWN = 4;

  /** Why the build fails; none if it passes. */
  List<String> cause() {
    return new Brief(report).cause().stream().toList();
  }

  /** Sentences about arms that stand before the picture: all but the {@link #further} ones. */
  List<ArmSentence> sentences() {
    List<Brief.Line> later = later();
    return new Brief(report)
        .arms().stream().filter(line -> !later.contains(line)).map(this::sentence).toList();
  }

  /** Sentences about what further arms cost, behind a click; what is against an arm is not. */
  List<ArmSentence> further() {
    return later().stream().map(this::sentence).toList();
  }

  /** How many are further; empty if there are none. */
  List<Integer> more() {
    return later().isEmpty() ? List.of() : List.of(later().size());
  }

  private List<Brief.Line> later() {
    List<Brief.Line> compared =
        new Brief(report)
            .arms().stream()
                .filter(line -> line.good() && line.finding().tone() == Tone.COMPARED)
                .toList();
    // One more line is shorter than a click.
    return compared.size() > SHOWN + 1 ? compared.subList(SHOWN, compared.size()) : List.of();
  }

  private ArmSentence sentence(Brief.Line line) {
    return new ArmSentence(palette.slot(line.finding().variant()), line.good(), line.sentence());
  }

  /** How sure that is, and what a model is. */
  List<String> grounds() {
    return new Brief(report).grounds();
  }

  /** Differences that the session does not decide; none if it decides all. */
  List<String> open() {
    return new Brief(report).open().stream().toList();
  }

  boolean advised() {
    return !advice.isEmpty();
  }

  /** The advice in short: uses by arms, a table for each plan. */
  List<AdviceTable> choices() {
    return advice.stream()
        .collect(Collectors.groupingBy(Advice::plan, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(of -> new AdviceTable(of, report.plans().size() > 1))
        .toList();
  }

  /** The advice of every profile, with reasons. */
  List<Pick> reasons() {
    return advice.stream().map(it -> pick(it.profile().name(), it)).toList();
  }

  private Pick pick(String profiles, Advice one) {
    return new Pick(profiles, one, report.plans().size() > 1);
  }

  /** The plans that compare arms; a soak has sections of its own. */
  List<PlanAnswer> sure() {
    return report.plans().stream()
        .filter(plan -> !plan.plan().isSoak() && !report.session().experiment().isSweep())
        .map(
            plan ->
                new PlanAnswer(new Certainty(report.session(), plan), report.plans().size() > 1))
        .toList();
  }

  /** An arm under a plan, with the counts of its evidence. */
  List<EvidenceLine> evidence() {
    return report.plans().stream()
        .flatMap(plan -> plan.arms().stream().map(arm -> line(plan, arm)))
        .toList();
  }

  private EvidenceLine line(PlanReport plan, Arm arm) {
    return new EvidenceLine(
        arm,
        palette.slot(arm),
        report.plans().size() > 1 ? " " + Messages.get("view.under-plan", plan.name()) : "",
        Promises.countsInWords(arm));
  }

  record ArmSentence(int slot, boolean good, String text) {}

  record Pick(String profiles, Advice advice, boolean several) {
    boolean changeable() {
      return !advice.changes().isEmpty();
    }
  }

  record PlanAnswer(Certainty certainty, boolean several) {
    String name() {
      return certainty.plan().atRate();
    }

    String metric() {
      return certainty.plan().emphasis().lead().brief();
    }

    boolean open() {
      return !certainty.undecided().isEmpty();
    }

    List<String> shown() {
      return certainty.undecided().stream().limit(SHOWN).toList();
    }

    List<String> further() {
      return certainty.undecided().stream().skip(SHOWN).toList();
    }

    /** How many are further; empty if there are none. */
    List<Integer> more() {
      return further().isEmpty() ? List.of() : List.of(further().size());
    }
  }

  record EvidenceLine(Arm arm, int slot, String under, String counts) {
    boolean observed() {
      return arm.evidenceMark() == EvidenceMark.OBSERVED;
    }

    boolean unverified() {
      return arm.evidenceMark() == EvidenceMark.UNVERIFIED;
    }

    boolean inPart() {
      return Promises.inPart(arm);
    }

    boolean none() {
      return counts.isEmpty();
    }
  }
}
