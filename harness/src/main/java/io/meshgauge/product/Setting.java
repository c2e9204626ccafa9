package io.meshgauge.product;

import io.meshgauge.experiment.KnownAmount;
import io.meshgauge.measure.Durations;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A setting that a mesh or the services behind it understand.
 *
 * @param name its name in YAML
 * @param expected human-readable description of the accepted values
 * @param accepts tests a value
 */
public record Setting(String name, String expected, Predicate<String> accepts) {
  /** Worker threads of every proxy. */
  public static final Setting WORKERS = whole("workers", 1, 64, "");

  /** Whether proxies get extra listeners through which connections are captured. */
  public static final Setting TAP = oneOf("tap", List.of("off", "on"));

  /** Settings of the sample services, which apply under every mesh. */
  public static final List<Setting> OF_SERVICES =
      List.of(
          new Setting("payload-bytes", "a whole number of bytes", matching("\\d{1,8}")),
          new Setting(
              "think-time", "a duration such as 5ms or 1s", matching("\\d{1,6}(us|ms|s)|PT.+")),
          new Setting("failure-rate", "a share from 0 to 1", matching("0|1|1\\.0+|0?\\.\\d+")),
          new Setting("leak-bytes", "a whole number of bytes", matching("\\d{1,7}")),
          duration(KnownAmount.DELAY.setting()),
          duration(KnownAmount.CPU.setting()));

  /**
   * A setting whose value is a whole number.
   *
   * @param what it counts; empty if its name says it
   */
  public static Setting whole(String name, int min, int max, String what) {
    return new Setting(
        name,
        "a whole number from %d to %d".formatted(min, max) + (what.isEmpty() ? "" : ": " + what),
        matching("0|[1-9]\\d{0,8}")
            .and(text -> Integer.parseInt(text) >= min && Integer.parseInt(text) <= max));
  }

  /** A setting with a fixed set of values. */
  public static Setting oneOf(String name, List<String> values) {
    return new Setting(name, "one of " + String.join(", ", values), values::contains);
  }

  /** A setting whose value is a prefix and the name of a service of the application. */
  public static Setting ofService(String name, String prefix) {
    return new Setting(
        name,
        prefix + "SERVICE",
        matching(Pattern.quote(prefix) + "[a-z0-9]([a-z0-9-]*[a-z0-9])?"));
  }

  /** The same setting, which may have one other value. */
  public Setting or(String value) {
    return new Setting(name, expected + " or " + value, accepts.or(value::equals));
  }

  /** A setting whose value is a duration with its unit. */
  public static Setting duration(String name) {
    return new Setting(name, "a duration such as 5ms or 1s", Durations::written);
  }

  private static Predicate<String> matching(String pattern) {
    return Pattern.compile(pattern).asMatchPredicate();
  }
}
