package io.meshgauge.evidence.enforcement;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Judges whether pods that started answered a request without the TLS that is promised. */
public final class StartProof {
  private StartProof() {}

  /** One piece of evidence for each service whose pods were started under such a promise. */
  public static List<Evidence> evidence(List<Change> changes) {
    Map<String, List<Transition>> byService =
        changes.stream()
            .flatMap(it -> it.transitions().stream())
            .filter(Transition::plaintext)
            .collect(Collectors.groupingBy(Transition::service, TreeMap::new, Collectors.toList()));
    return byService.entrySet().stream().map(it -> evidence(it.getKey(), it.getValue())).toList();
  }

  private static Evidence evidence(String service, List<Transition> pods) {
    long sent = pods.stream().mapToLong(Transition::answers).sum();
    List<Transition> open = pods.stream().filter(it -> it.first().isPresent()).toList();
    String observed =
        open.isEmpty()
            ? "none of %d requests to %d new pods".formatted(sent, pods.size())
            : open.stream().map(StartProof::said).collect(Collectors.joining("; "));
    return new Evidence(
        Promise.PLAINTEXT_PROBE,
        "new pods of " + service,
        open.isEmpty() ? Verdict.PROVEN : Verdict.DISPROVEN,
        "no request without TLS is answered while a pod starts",
        observed,
        "a request every 20 ms without TLS, to the pod");
  }

  private static String said(Transition it) {
    double first = it.first().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%d of %d answered, the first %.2f s after the pod was created, for at most %.0f ms",
        it.answers() - it.wrong(),
        it.answers(),
        first,
        1e3 * (it.observed() - first));
  }
}
