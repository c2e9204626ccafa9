package io.meshgauge.platform.kubernetes.manifest;

import io.meshgauge.topology.Replica;
import io.meshgauge.topology.design.ClusterDesign;
import java.util.Map;
import java.util.Objects;

/** Labels by which the harness finds its objects again. */
public final class Labels {
  /** Label of objects that belong to one trial rather than the session. */
  public static final String TRIAL = "meshgauge.io/trial";

  /** Label that distinguishes the pods of one service. */
  public static final String REPLICA = "meshgauge.io/replica";

  /** Label with the name of a workload of the project. */
  public static final String APP = "app";

  /** Labels of services, which a trial awaits. */
  public static final Map<String, String> SERVICES = trial("services");

  /** Labels of services that no load reaches. */
  public static final Map<String, String> OTHERS = trial("others");

  /** Labels of senders of load. */
  public static final Map<String, String> LOAD = trial("load");

  /** Labels of load balancers. */
  public static final Map<String, String> BALANCERS = trial("balancers");

  /** Labels of telemetry collectors. */
  public static final Map<String, String> TELEMETRY = trial("telemetry");

  private Labels() {}

  private static Map<String, String> trial(String part) {
    return Map.of(TRIAL, part);
  }

  /** The service of a pod with these labels. */
  public static String service(Map<String, String> labels) {
    String named = labels.get(ClusterDesign.SERVICE_LABEL);
    return named == null ? Objects.requireNonNull(labels.get(APP)) : named;
  }

  /** The workload name of a pod with these labels: that of its service or replica. */
  public static String workload(Map<String, String> labels) {
    String number = labels.getOrDefault(REPLICA, "1");
    return new Replica(service(labels), Integer.parseInt(number)).name();
  }
}
