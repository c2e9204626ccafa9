package io.meshgauge.stats;

/** What a comparison of two arms found; {@link Comparison} states the rule. */
public enum Verdict {
  HIGHER("+"),
  LOWER("-"),
  EQUIVALENT("="),
  UNDECIDED("?");

  private final String symbol;

  Verdict(String symbol) {
    this.symbol = symbol;
  }

  /** The sign printed in tables. */
  public String symbol() {
    return symbol;
  }

  /** The verdict on the same arms with variant and reference exchanged. */
  public Verdict turned() {
    return switch (this) {
      case HIGHER -> LOWER;
      case LOWER -> HIGHER;
      default -> this;
    };
  }

  /** Whether the arms differ. */
  public boolean differs() {
    return this == HIGHER || this == LOWER;
  }
}
