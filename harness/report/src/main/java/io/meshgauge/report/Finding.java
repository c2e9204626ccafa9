package io.meshgauge.report;

import java.util.List;

/**
 * What the report concludes about one variant under one plan, in plain words.
 *
 * @param variant column of the report
 * @param plan row of the report
 * @param tone how it stands
 * @param headline one or two sentences that stand alone
 * @param details further sentences
 */
public record Finding(
    String variant, String plan, Tone tone, String headline, List<String> details) {

  public Finding {
    details = List.copyOf(details);
  }

  /** How a variant stands. */
  public enum Tone {
    /** It was measured and compared. */
    COMPARED,
    /** It was measured for long, and nothing drifted. */
    STEADY,
    /** It was measured for long, and something drifted. */
    DRIFTING,
    /** A promise was not observed to hold. */
    UNVERIFIED,
    /** It has no valid run, or there is no baseline to compare it with. */
    NOT_MEASURED
  }
}
