package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Stage;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.jmeter.util.JMeterUtils;

/**
 * The member of W3C baggage by which services that several arms share tell their requests apart.
 * Two digits, so that the requests of all arms are equally long.
 */
final class ArmBaggage {
  private static final String HEADER = "baggage";
  private static final String MEMBER = "meshgauge.arm=";

  /** JMeter property with the number of the arm where no arms take turns. */
  private static final String PROPERTY = "arm";

  private ArmBaggage() {}

  /** Adds the arm to the headers of a request, and to baggage that the plan sends itself. */
  static void addTo(Map<String, String> headers) {
    arm()
        .ifPresent(
            arm ->
                headers.merge(
                    HEADER,
                    "%s%02d".formatted(MEMBER, arm),
                    (others, member) -> others + "," + member));
  }

  private static OptionalInt arm() {
    String single = JMeterUtils.getPropDefault(PROPERTY, "");
    return Stage.arm().isPresent() || single.isEmpty()
        ? Stage.arm()
        : OptionalInt.of(Integer.parseInt(single));
  }
}
