package io.meshgauge.probe.micrometer;

import io.meshgauge.topology.Address;

/**
 * A page in Prometheus' text format.
 *
 * @param address of its server
 * @param path from the first slash
 */
public record MetricsPage(Address address, String path) {}
