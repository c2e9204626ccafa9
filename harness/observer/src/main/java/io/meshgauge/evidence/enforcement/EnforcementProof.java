package io.meshgauge.evidence.enforcement;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Judges whether every changed rule was in force at every proxy in the end. */
public final class EnforcementProof {
  private static final String SOURCE = "requests to every proxy during the change";

  private EnforcementProof() {}

  /** One piece of evidence for each service whose proxy was watched. */
  public static List<Evidence> evidence(List<Change> changes) {
    Map<String, List<Late>> byService = new TreeMap<>();
    for (Change change : changes) {
      for (Transition it : change.transitions()) {
        if (it.plaintext()) {
          continue;
        }
        byService
            .computeIfAbsent(it.service(), unused -> new ArrayList<>())
            .add(new Late(change, it));
      }
    }
    return byService.entrySet().stream().map(it -> evidence(it.getKey(), it.getValue())).toList();
  }

  private record Late(Change change, Transition transition) {}

  private static Evidence evidence(String service, List<Late> all) {
    List<Late> late = all.stream().filter(it -> !it.transition().complete()).toList();
    String observed =
        late.isEmpty()
            ? String.format(
                Locale.ROOT,
                "the slowest of %d took %.3f s",
                all.size(),
                all.stream().mapToDouble(it -> it.transition().within()).max().orElse(0))
            : late.stream().map(EnforcementProof::said).collect(Collectors.joining("; "));
    return new Evidence(
        Promise.POLICY,
        "policy changed before " + service,
        late.isEmpty() ? Verdict.PROVEN : Verdict.DISPROVEN,
        "after every change only the new rule answers",
        observed,
        SOURCE);
  }

  private static String said(Late late) {
    Transition it = late.transition();
    String state =
        it.wrong() == it.answers()
            ? "no answer by either rule"
            : it.last().isPresent() ? "the old rule still answers" : "the new rule does not answer";
    return String.format(
        Locale.ROOT,
        "%s %.1f s after the change to %s, on %s connections",
        state,
        it.observed(),
        late.change().kind(),
        it.connections().name().toLowerCase(Locale.ROOT));
  }
}
