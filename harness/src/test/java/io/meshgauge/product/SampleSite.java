package io.meshgauge.product;

import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The sample services at made-up ports, with real identities, so that configurations are complete.
 */
public final class SampleSite {
  private SampleSite() {}

  /** A site in a temporary folder whose free ports count up from 20001. */
  public static Site in(Path folder) throws IOException {
    return in(folder, SampleServices.ALL);
  }

  /** The same for another topology. */
  public static Site in(Path folder, Topology topology) throws IOException {
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), topology, List.of("waypoint"));
    Map<String, Address> serving = new TreeMap<>();
    int port = 10_000;
    for (Replica replica : topology.replicas()) {
      serving.put(replica.name(), Address.loopback(++port));
    }
    AtomicInteger free = new AtomicInteger(20_000);
    return new Site(topology, serving, free::incrementAndGet, identities.folder(), folder);
  }
}
