package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Stage;
import io.meshgauge.load.http.HttpTarget;
import java.util.OptionalInt;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Where the requests of an arm enter. The plan names the address of the first arm, by the
 * properties {@code host} and {@code port} or {@code SERVICE.host} and {@code SERVICE.port}; those
 * of arm N have the same names after {@code arm.N.}.
 */
final class ArmEntry {
  private static final String HOST = "host";
  private static final String PORT = "port";

  private ArmEntry() {}

  /** The address that the current arm has in place of one of the plan. */
  static HttpTarget of(HttpTarget planned) {
    OptionalInt arm = Stage.arm();
    if (arm.isEmpty()) {
      return planned;
    }
    String prefix = "arm.%d.".formatted(arm.getAsInt());
    return JMeterUtils.getJMeterProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(prefix) && name.endsWith(HOST))
        .map(name -> name.substring(prefix.length(), name.length() - HOST.length()))
        .filter(service -> planned.equals(target(service)))
        .findFirst()
        .map(service -> target(prefix + service))
        .orElse(planned);
  }

  private static HttpTarget target(String service) {
    return new HttpTarget(
        JMeterUtils.getPropDefault(service + HOST, "-"),
        Integer.parseInt(JMeterUtils.getPropDefault(service + PORT, "1")));
  }
}
