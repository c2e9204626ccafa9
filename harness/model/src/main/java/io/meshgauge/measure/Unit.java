package io.meshgauge.measure;

/** A unit of measurement, in which every value of a {@link Metric} is stored. */
public enum Unit {
  SECONDS("s"),
  BYTES("B"),
  REQUESTS_PER_SECOND("req/s"),
  CPU_SECONDS_PER_1000_REQUESTS("CPU-s/1000 req"),
  RATIO(""),
  PER_GIB("1/GiB"),
  BITS_PER_SECOND("bit/s"),
  CPU_SECONDS_PER_GIB("CPU-s/GiB"),
  COUNT("");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** The symbol printed behind a number; empty for a plain ratio. */
  public String symbol() {
    return symbol;
  }
}
