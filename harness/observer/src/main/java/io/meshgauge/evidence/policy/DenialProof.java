package io.meshgauge.evidence.policy;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.RequestKind.Denial;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Judges the answers: every request that must be refused got 403, one without a token what the
 * claims say, and no other request got either. Of gRPC the statuses are those of the same meaning.
 */
public final class DenialProof {
  private static final String SOURCE = "worker.json";
  private static final String UNAUTHORIZED = "401";
  private static final String FORBIDDEN = "403";

  /** What gRPC says in the place of a status of HTTP. */
  private static final Map<String, String> CALLS =
      Map.of(UNAUTHORIZED, "UNAUTHENTICATED", FORBIDDEN, "PERMISSION_DENIED");

  /** Statuses by which a proxy answers in the place of a service, or its caller once it did. */
  private static final Set<String> IN_ITS_PLACE = Set.of("429", "502", "503", "504");

  private DenialProof() {}

  /**
   * Judges the answers.
   *
   * @param traffic under limits and timeouts a proxy may have answered before anybody was asked
   *     whether the request is allowed; that is no permission
   */
  public static List<Evidence> evidence(LoadResult load, Guarantees claims, Traffic traffic) {
    List<Evidence> all = new ArrayList<>();
    for (LabelResult label : load.labels()) {
      if (label.refused()) {
        boolean anybody = label.kind().denial() == Denial.TOKEN;
        String status = anybody ? Integer.toString(claims.withoutToken()) : FORBIDDEN;
        all.add(refused(label, spoken(label, status), traffic.answers() ? IN_ITS_PLACE : Set.of()));
      } else {
        all.add(allowed(label));
      }
    }
    if (load.labels().stream().noneMatch(LabelResult::refused)) {
      all.add(
          evidence(
              "requests that must be refused",
              Verdict.NOT_CLAIMED,
              "a share of requests that the application, or a policy, must refuse",
              "the plan sends none"));
    }
    return all;
  }

  private static Evidence refused(LabelResult label, String status, Set<String> before) {
    long right = label.status().getOrDefault(status, 0L);
    long unasked = before.stream().mapToLong(it -> label.status().getOrDefault(it, 0L)).sum();
    String expected =
        "all %d answered %s%s"
            .formatted(
                label.completed(),
                status,
                unasked > 0
                    ? ", but for %d that limits refused before they were looked at"
                        .formatted(unasked)
                    : "");
    if (right == 0 && (unasked > 0 || label.completed() == 0)) {
      return evidence(
          label.label(),
          Verdict.MISSING,
          expected,
          label.completed() == 0 ? "none was answered" : "answers by status: " + sorted(label));
    }
    Verdict verdict = right + unasked == label.completed() ? Verdict.PROVEN : Verdict.DISPROVEN;
    return evidence(label.label(), verdict, expected, "answers by status: " + sorted(label));
  }

  private static Evidence allowed(LabelResult label) {
    long wrong =
        Stream.of(UNAUTHORIZED, FORBIDDEN)
            .map(status -> spoken(label, status))
            .mapToLong(status -> label.status().getOrDefault(status, 0L))
            .sum();
    return evidence(
        label.label(),
        wrong == 0 ? Verdict.PROVEN : Verdict.DISPROVEN,
        "none of %d refused".formatted(label.completed()),
        "answers by status: " + sorted(label));
  }

  /** A status as the answers have it: HTTP's are numbers, and those of gRPC names. */
  private static String spoken(LabelResult label, String status) {
    boolean calls =
        label.status().keySet().stream().anyMatch(it -> Character.isLetter(it.charAt(0)));
    return calls ? CALLS.getOrDefault(status, status) : status;
  }

  private static Map<String, Long> sorted(LabelResult label) {
    return new TreeMap<>(label.status());
  }

  private static Evidence evidence(
      String subject, Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.DENIAL, subject, verdict, expected, observed, SOURCE);
  }
}
