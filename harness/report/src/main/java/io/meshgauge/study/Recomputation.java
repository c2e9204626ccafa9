package io.meshgauge.study;

/**
 * What follows from the printed figures, with the arithmetic.
 *
 * @param state the result
 * @param subject what was recomputed
 * @param text the arithmetic, as a sentence without its end
 * @param place file and line; empty if it concerns the whole study
 */
public record Recomputation(State state, String subject, String text, String place) {
  /** Whether a printed figure follows from the others. */
  public enum State {
    /** Equal within the rounding of the printed digits. */
    REPRODUCED,
    /** It does not follow from the printed figures. */
    CONTRADICTED,
    /** What would be needed is not printed. */
    NOT_COMPUTABLE
  }

  static Recomputation of(boolean reproduced, String subject, String text, String place) {
    return new Recomputation(
        reproduced ? State.REPRODUCED : State.CONTRADICTED, subject, text, place);
  }
}
