package io.meshgauge.experiment;

/** The outcome of a trial; only {@link #VALID} runs are scored. */
public enum Outcome {
  /** Measured, and all claims of the variant were observed. */
  VALID,
  /** Measured, but a promise of the variant was not observed to hold. */
  UNVERIFIED,
  /** Measured, but the load or the machine broke a rule, so the numbers are meaningless. */
  VOID,
  /** The measurement did not complete. */
  FAILED
}
