package io.meshgauge.product;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Pods and Services of a design in the namespace {@code ns}, at made-up addresses. */
public final class SamplePlacement {
  private SamplePlacement() {}

  /** Where everything that a design deploys has its address; it has one node, {@code n1}. */
  public static Placement of(ClusterDesign design, Topology topology) {
    Map<String, String> hosts = new TreeMap<>();
    Map<String, String> services = new TreeMap<>();
    List<String> administered = new ArrayList<>();
    List<String> names = topology.services();
    for (Replica replica : topology.replicas()) {
      int number = names.indexOf(replica.service()) + 1;
      hosts.put(replica.name(), "10.%d.0.%d".formatted(replica.number(), number));
      services.put(replica.service(), "10.96.0." + number);
    }
    for (String service : names) {
      if (design.front().isPresent()) {
        hosts.put(service + "-balancer", "10.90.0." + (names.indexOf(service) + 1));
        administered.add(service + "-balancer");
      }
    }
    if (design.proxy().isPresent()) {
      topology.replicas().forEach(replica -> administered.add(replica.name()));
      administered.add(Topology.LOAD);
    }
    design.nodeProxy().ifPresent(proxy -> administered.add(proxy.on("n1")));
    design
        .made()
        .ifPresent(
            made -> {
              hosts.put(made.object().name(), "10.91.0.1");
              administered.add(made.object().name());
            });
    Map<String, Address> admin = new TreeMap<>();
    administered.forEach(it -> admin.put(it, Address.loopback(40_000 + administered.indexOf(it))));
    Map<String, Address> collectors =
        Map.of(Telemetry.ZIPKIN, Address.loopback(9), Telemetry.PROMETHEUS, Address.loopback(8));
    return new Placement(
        topology, "ns", hosts, services, Map.of(), admin, collectors, Path.of("access-logs"));
  }
}
