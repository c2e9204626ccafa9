package io.meshgauge.topology;

/**
 * A proxy beside a workload.
 *
 * @param name unique, for example {@code order-proxy}
 * @param workload the workload it stands beside
 * @param program the kind of program, for example {@code envoy}
 * @param config the whole configuration file; empty where manifests hold it
 * @param admin where it exposes its counters and readiness
 * @param workers its worker threads
 */
public record ProxyProcess(
    String name, String workload, String program, String config, Address admin, int workers) {}
