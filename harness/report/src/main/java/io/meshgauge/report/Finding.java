package io.meshgauge.report;

import java.util.List;

/**
 * Conclusion of the report about one variant under one plan.
 *
 * @param variant column of the report
 * @param plan row of the report
 * @param tone kind of conclusion
 * @param headline one or two sentences, complete without the details
 * @param details further sentences
 */
public record Finding(
    String variant, String plan, Tone tone, String headline, List<String> details) {

  public Finding {
    details = List.copyOf(details);
  }

  /** Whether nothing was found against the variant. */
  public boolean good() {
    return tone == Tone.PROVEN
        || tone == Tone.COMPARED
        || tone == Tone.STEADY
        || tone == Tone.ACCEPTED;
  }

  /** Kinds of conclusions. */
  public enum Tone {
    /** Every guarantee was observed, and nothing else was the question. */
    PROVEN,
    /** Measured and compared. */
    COMPARED,
    /** A soak without drift. */
    STEADY,
    /** A soak with drift. */
    DRIFTING,
    /** Compared with accepted sessions, and no regression found. */
    ACCEPTED,
    /** Worse than accepted sessions, beyond the margin. */
    REGRESSED,
    /** A guarantee was not observed. */
    UNVERIFIED,
    /** No valid run, or no baseline to compare it with. */
    NOT_MEASURED
  }
}
