package io.meshgauge.predict;

import io.meshgauge.measure.Amounts;
import io.meshgauge.text.Messages;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What conditions differ in. */
public enum Factor {
  RATE(Conditions::rate),
  HOPS(Conditions::hops),
  SERVICES(Conditions::services),
  PAYLOAD(Conditions::payload),
  CONNECTIONS(Conditions::connections),
  RULES(Conditions::rules),
  SAMPLING(Conditions::sampling),
  CONFIGURED(Conditions::configured);

  /** Rates and hops that differ by less are those of one setting, by chance. */
  private static final double SPREAD = 0.1;

  private final ToDoubleFunction<Conditions> value;

  Factor(ToDoubleFunction<Conditions> value) {
    this.value = value;
  }

  /** Its name in options. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its name in texts. */
  public String words() {
    return Messages.of("predict.factor", this);
  }

  /** Its value. */
  public double of(Conditions conditions) {
    return value.applyAsDouble(conditions);
  }

  /** A value with its unit. */
  public String text(double amount) {
    String number = amount == Math.rint(amount) ? Amounts.fixed(amount, 0) : Amounts.digits(amount);
    return switch (this) {
      case RATE -> number + " req/s";
      case HOPS -> Messages.get("predict.per-request", number);
      case PAYLOAD -> Messages.get("predict.bytes", number);
      case RULES -> Messages.get("predict.per-service", number);
      case SAMPLING -> Amounts.share(amount);
      case SERVICES, CONNECTIONS, CONFIGURED -> number;
    };
  }

  /** Whether values from one end to the other are more than one setting. */
  boolean varied(double low, double high) {
    return high - low > SPREAD * high;
  }
}
