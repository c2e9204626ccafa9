package io.meshgauge.experiment;

import java.util.Locale;

/** How close an arm is to the product as its users deploy it; printed with every number. */
public enum Fidelity {
  /** The product as its users deploy it. */
  REAL,
  /** The product's topology, rebuilt from another product. */
  MODEL;

  /** The name in tables. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
