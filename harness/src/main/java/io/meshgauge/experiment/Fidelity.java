package io.meshgauge.experiment;

import java.util.Locale;

/** How near a contestant is to the product its users deploy; printed beside every number. */
public enum Fidelity {
  /** The product as its users deploy it. */
  REAL,
  /** The product's topology, rebuilt from another product. */
  MODEL;

  /** The word printed in tables. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
