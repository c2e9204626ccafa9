package io.meshgauge.load.jmeter;

import java.util.Map;
import org.apache.jmeter.util.JMeterUtils;

/**
 * The member of W3C baggage by which services that several arms share tell their requests apart.
 * Two digits, so that the requests of all arms are equally long.
 */
final class ArmBaggage {
  private static final String HEADER = "baggage";
  private static final String MEMBER = "meshgauge.arm=";

  /** JMeter property with the number of the arm; requests name no arm without it. */
  private static final String PROPERTY = "arm";

  private ArmBaggage() {}

  /** Adds the arm to the headers of a request, and to baggage that the plan sends itself. */
  static void addTo(Map<String, String> headers) {
    String arm = JMeterUtils.getPropDefault(PROPERTY, "");
    if (!arm.isEmpty()) {
      String own = "%s%02d".formatted(MEMBER, Integer.parseInt(arm));
      headers.merge(HEADER, own, (others, member) -> others + "," + member);
    }
  }
}
