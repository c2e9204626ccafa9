package io.meshgauge.topology;

/**
 * One of the processes of a service.
 *
 * @param service what it is a replica of
 * @param number counted from 1
 */
public record Replica(String service, int number) {

  /** Its name among the workloads: that of the service, and from the second on with its number. */
  public String name() {
    return number == 1 ? service : service + "-" + number;
  }

  @Override
  public String toString() {
    return name();
  }
}
