package io.meshgauge.stats;

/** What a comparison with the baseline found; {@link Comparison} states the rule. */
public enum Verdict {
  HIGHER("+"),
  LOWER("-"),
  INDISTINGUISHABLE("~");

  private final String symbol;

  Verdict(String symbol) {
    this.symbol = symbol;
  }

  /** The sign printed in tables; {@code ~} means that the two cannot be distinguished. */
  public String symbol() {
    return symbol;
  }
}
