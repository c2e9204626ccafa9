package io.meshgauge.topology;

/**
 * A call relation between two workloads.
 *
 * @param client the calling workload, {@code load} for the load worker
 * @param server the called service
 * @param protocol what they speak
 */
public record Hop(String client, String server, Protocol protocol) {
  @Override
  public String toString() {
    return client + " → " + server;
  }
}
