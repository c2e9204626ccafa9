package io.meshgauge.load;

import io.meshgauge.measure.LabelResult.Mismatch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The load was ended by the stop rule: the application is evidently harmed, or the plan declares an
 * answer that it never gives.
 */
public final class HarmException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int MAX_QUOTED = 5;

  private final String load;
  private final String observed;
  private final String key;

  /**
   * @param load the arm and its plan
   * @param observed what was observed when, the limit, and what sets it
   * @param key of the rule that fired, for example {@code error_ratio}
   */
  HarmException(String load, String observed, String key) {
    this(load, observed, key, "");
  }

  private HarmException(String load, String observed, String key, String received) {
    super(
        "the stop rule ended the load of %s, because the application is harmed: %s.%s Look at the application's logs and lower the rate; where this load is intended, change stop.%s or write stop: none"
            .formatted(load, observed, received, key));
    this.load = load;
    this.observed = observed;
    this.key = key;
  }

  private HarmException(String message, HarmException of) {
    super(message);
    load = of.load;
    observed = of.observed;
    key = of.key;
  }

  /**
   * The same with what came back. An answer that is always the same, and no error of a server,
   * means that the plan expects another one than the application gives.
   */
  HarmException with(List<Mismatch> mismatches) {
    if (mismatches.isEmpty()) {
      return this;
    }
    return wrongExpectation(mismatches)
        .map(
            wrong ->
                new HarmException(
                    "the stop rule ended the load of %s, because %s. The rule that fired: %s"
                        .formatted(load, wrong, observed),
                    this))
        .orElseGet(
            () ->
                new HarmException(
                    load, observed, key, " What came back: " + list(mismatches) + "."));
  }

  /**
   * Whether the plan expects an answer that the application never gave: all requests of a label got
   * the same one, and it is no error of a server.
   *
   * @return what was expected and received, and what to do; to follow "because"
   */
  public static Optional<String> wrongExpectation(List<Mismatch> mismatches) {
    return mismatches.stream()
        .filter(it -> it.always() && it.deliberate())
        .findFirst()
        .map(
            it ->
                "no answer to %s was the expected one since its first request: %s. Is \"expect\" of %s right? If %s is right, write expect: [%s]; else look at the application's logs"
                    .formatted(it.label(), words(it), it.label(), it.received(), it.received()));
  }

  private static String list(List<Mismatch> mismatches) {
    String listed =
        mismatches.stream()
            .limit(MAX_QUOTED)
            .map(HarmException::words)
            .collect(Collectors.joining("; "));
    int more = mismatches.size() - MAX_QUOTED;
    return more > 0 ? "%s; and %d other kinds".formatted(listed, more) : listed;
  }

  private static String received(String what) {
    return switch (what) {
      case "" -> "no status";
      case "idle-close" -> "idle-close (the load worker reused a connection closed while idle)";
      default -> what;
    };
  }

  private static String words(Mismatch it) {
    return "%s: %sreceived %s in %d of %d%s"
        .formatted(
            it.label(),
            it.expected().isEmpty() ? "" : "expected " + it.expected() + ", ",
            received(it.received()),
            it.count(),
            it.of(),
            it.excerpt().isEmpty() ? "" : ", answered “" + it.excerpt() + "”");
  }
}
