package io.meshgauge.experiment;

/** What became of a trial; only a {@link #VALID} run is scored. */
public enum Outcome {
  /** Measured, and everything the variant claims was observed. */
  VALID,
  /** Measured, but a promise of the variant was not observed to hold. */
  UNVERIFIED,
  /** Measured, but the load or the machine broke a rule, so that the numbers mean nothing. */
  VOID,
  /** Not measured to the end. */
  FAILED
}
