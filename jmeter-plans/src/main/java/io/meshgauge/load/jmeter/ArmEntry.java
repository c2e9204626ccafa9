package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Stage;
import io.meshgauge.load.http.HttpTarget;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Where the requests of an arm enter, or where they take turns. The plan names the address of the
 * first arm and replica, by the properties {@code host} and {@code port} or {@code SERVICE.host}
 * and {@code SERVICE.port}; those of arm N have the same names after {@code arm.N.}, those of a
 * further replica of the entry, from 1, after {@code replica.N.}.
 */
final class ArmEntry {
  private static final String HOST = "host";
  private static final String PORT = "port";

  /** Property with the number of replicas of the entry that requests are sent to in turn. */
  private static final String REPLICAS = "replicas";

  private static final AtomicInteger TURNS = new AtomicInteger();

  private ArmEntry() {}

  /** The number of replicas of the entry that requests are sent to in turn. */
  static int replicas() {
    return JMeterUtils.getPropDefault(REPLICAS, 1);
  }

  /** The replica whose turn it is, from 0, of so many. */
  static int nextOf(int replicas) {
    return replicas == 1 ? 0 : Math.floorMod(TURNS.getAndIncrement(), replicas);
  }

  /** The address that the current arm, or a replica, has in place of one of the plan. */
  static HttpTarget of(HttpTarget planned, int replica) {
    OptionalInt arm = Stage.arm();
    if (arm.isPresent()) {
      return after("arm.%d.".formatted(arm.getAsInt()), planned);
    }
    return replica == 0 ? planned : after("replica.%d.".formatted(replica), planned);
  }

  private static HttpTarget after(String prefix, HttpTarget planned) {
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
