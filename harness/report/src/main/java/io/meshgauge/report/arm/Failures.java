package io.meshgauge.report.arm;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.use.Part;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Warnings for arms with many failed or rejected requests, intended or not: error responses are
 * fast and bias response times downwards.
 */
public final class Failures {
  /** Share of the load from which the report warns. */
  private static final double WARNING_SHARE = 0.01;

  private static final String OK = "OK";

  /** Statuses of HTTP and gRPC that reject the caller. */
  private static final Set<String> REFUSALS =
      Set.of("401", "403", "UNAUTHENTICATED", "PERMISSION_DENIED");

  /** Kinds of requests without an answer of which it is known who caused them. */
  private static final Map<String, String> CAUSES =
      Map.of(
          "idle-close", "report.cause-idle-close",
          "closed", "report.cause-closed",
          "malformed", "report.cause-malformed",
          "refused", "report.cause-refused");

  private Failures() {}

  public static Optional<Warning> warning(Arm arm) {
    List<LoadResult> loads = arm.loads();
    long scheduled = loads.stream().mapToLong(LoadResult::scheduled).sum();
    long failed = loads.stream().mapToLong(LoadResult::failed).sum();
    if (scheduled == 0 || failed < WARNING_SHARE * scheduled) {
      return Optional.empty();
    }
    SortedMap<String, Long> how = new TreeMap<>();
    List<Mismatch> mismatches =
        Mismatch.sums(
            loads.stream()
                .flatMap(load -> load.labels().stream())
                .flatMap(label -> label.outcomes().mismatches().stream())
                .toList());
    mismatches.forEach(it -> how.merge(words(it), it.count(), Long::sum));
    if (mismatches.isEmpty()) {
      loads.stream().flatMap(load -> load.labels().stream()).forEach(label -> count(label, how));
    }
    String kinds =
        how.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    return Optional.of(
        new Warning(
            Messages.get("report.subject-failures"),
            Messages.get(
                    "report.warning-failures",
                    100.0 * failed / scheduled,
                    arm.label(),
                    arm.plan().name(),
                    kinds)
                + causes(arm)));
  }

  /**
   * Who caused the requests of the valid runs that had no answer: the load worker, or whom it
   * speaks to. A clause for each kind of which that is known, to follow other words.
   */
  public static String causes(Arm arm) {
    boolean proxied =
        arm.runs().stream()
            .flatMap(run -> run.observations().resources().stream())
            .anyMatch(use -> use.part() == Part.DATA_PLANE);
    String peer = Messages.get(proxied ? "report.cause-by-proxy" : "report.cause-by-service");
    SortedMap<String, Long> kinds = new TreeMap<>();
    arm.loads().stream()
        .flatMap(load -> load.labels().stream())
        .forEach(label -> label.errors().forEach((kind, n) -> kinds.merge(kind, n, Long::sum)));
    return kinds.entrySet().stream()
        .flatMap(
            kind ->
                Optional.ofNullable(CAUSES.get(kind.getKey()))
                    .map(cause -> "; " + Messages.get(cause, kind.getValue(), peer))
                    .stream())
        .collect(Collectors.joining());
  }

  private static String words(Mismatch it) {
    String received = it.received().isEmpty() ? "?" : it.received();
    String excerpt =
        it.excerpt().isEmpty() ? "" : Messages.get("report.failures-excerpt", it.excerpt());
    String words =
        it.expected().isEmpty()
            ? Messages.get("report.failures-received", received, it.label())
            : Messages.get("report.failures-instead", received, it.label(), it.expected());
    return it.always() && it.deliberate()
        ? words + excerpt + Messages.get("report.failures-always", it.label(), received)
        : words + excerpt;
  }

  /** Warning about requests that were due while every connection was waiting: a stall. */
  public static Optional<Warning> blocked(Arm arm) {
    long blocked =
        arm.loads().stream()
            .map(load -> load.worker().blocked())
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .sum();
    return blocked == 0
        ? Optional.empty()
        : Optional.of(
            new Warning(
                Messages.get("report.subject-blocked"),
                Messages.get("report.warning-blocked", blocked, arm.label(), arm.plan().name())));
  }

  /** Counts unexpected answers; a rejection is expected for requests that should be rejected. */
  static void count(LabelResult label, Map<String, Long> how) {
    label.status().entrySet().stream()
        .filter(answer -> answer.getKey().compareTo("400") >= 0 && !answer.getKey().equals(OK))
        .filter(answer -> !label.refused() || !REFUSALS.contains(answer.getKey()))
        .forEach(
            answer ->
                how.merge(
                    Messages.get("report.failures-answered", answer.getKey()),
                    answer.getValue(),
                    Long::sum));
    label
        .errors()
        .forEach(
            (kind, count) ->
                how.merge(Messages.get("report.failures-unanswered", kind), count, Long::sum));
  }
}
