package io.meshgauge.predict;

import io.meshgauge.measure.Amounts;
import java.util.function.ToDoubleFunction;

/** What conditions differ in. */
public enum Factor {
  RATE("rate", " req/s", Conditions::rate),
  HOPS("hops", " per request", Conditions::hops),
  SERVICES("services", "", Conditions::services),
  PAYLOAD("payload", " bytes", Conditions::payload),
  CONNECTIONS("connections", "", Conditions::connections),
  RULES("rules", " per service", Conditions::rules),
  SAMPLING("sampling", "", Conditions::sampling);

  /** Rates and hops that differ by less are those of one setting, by chance. */
  private static final double SPREAD = 0.1;

  private final String words;
  private final String unit;
  private final ToDoubleFunction<Conditions> value;

  Factor(String words, String unit, ToDoubleFunction<Conditions> value) {
    this.words = words;
    this.unit = unit;
    this.value = value;
  }

  /** Its name in texts and options. */
  public String words() {
    return words;
  }

  /** Its value. */
  public double of(Conditions conditions) {
    return value.applyAsDouble(conditions);
  }

  /** A value with its unit. */
  public String text(double amount) {
    return this == SAMPLING
        ? Amounts.share(amount)
        : (amount == Math.rint(amount) ? Amounts.fixed(amount, 0) : Amounts.digits(amount)) + unit;
  }

  /** Whether values from one end to the other are more than one setting. */
  boolean varied(double low, double high) {
    return high - low > SPREAD * high;
  }
}
