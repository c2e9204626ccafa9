package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Judges the answers: every {@code forbidden} and every {@code risky} request got 403, every {@code
 * unauthenticated} one what the claims say, and no other request got either.
 */
final class DenialProof {
  private static final String SOURCE = "worker.json";
  private static final String UNAUTHORIZED = "401";
  private static final String FORBIDDEN = "403";

  private DenialProof() {}

  static List<Evidence> evidence(LoadResult load, Claims claims) {
    List<Evidence> all = new ArrayList<>();
    for (LabelResult label : load.labels()) {
      if (label.refused()) {
        boolean anybody = label.label().equals(MeshRefusals.UNAUTHENTICATED);
        all.add(refused(label, anybody ? Integer.toString(claims.withoutToken()) : FORBIDDEN));
      } else {
        all.add(allowed(label));
      }
    }
    if (load.labels().stream().noneMatch(LabelResult::refused)) {
      all.add(
          evidence(
              "requests that must be refused",
              Verdict.MISSING,
              "a share of forbidden, risky or unauthenticated",
              "the plan sent none"));
    }
    return all;
  }

  private static Evidence refused(LabelResult label, String status) {
    long right = label.status().getOrDefault(status, 0L);
    String expected = "all %d answered %s".formatted(label.completed(), status);
    if (label.completed() == 0) {
      return evidence(label.label(), Verdict.MISSING, expected, "none was answered");
    }
    Verdict verdict = right == label.completed() ? Verdict.PROVEN : Verdict.DISPROVEN;
    return evidence(label.label(), verdict, expected, "answers by status: " + sorted(label));
  }

  private static Evidence allowed(LabelResult label) {
    long wrong =
        label.status().getOrDefault(UNAUTHORIZED, 0L) + label.status().getOrDefault(FORBIDDEN, 0L);
    return evidence(
        label.label(),
        wrong == 0 ? Verdict.PROVEN : Verdict.DISPROVEN,
        "none of %d refused".formatted(label.completed()),
        "answers by status: " + sorted(label));
  }

  private static Map<String, Long> sorted(LabelResult label) {
    return new TreeMap<>(label.status());
  }

  private static Evidence evidence(
      String subject, Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.DENIAL, subject, verdict, expected, observed, SOURCE);
  }
}
