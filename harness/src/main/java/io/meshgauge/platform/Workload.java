package io.meshgauge.platform;

import io.meshgauge.measure.Part;
import io.meshgauge.topology.Address;
import java.util.OptionalLong;

/**
 * A service or a proxy that is up.
 *
 * @param name unique in its deployment, for example {@code order} or {@code order-proxy}
 * @param part what it is accounted to
 * @param pid its process on this machine; empty where the platform runs it elsewhere
 * @param management where it exposes its readiness and counters
 */
public record Workload(String name, Part part, OptionalLong pid, Address management) {}
