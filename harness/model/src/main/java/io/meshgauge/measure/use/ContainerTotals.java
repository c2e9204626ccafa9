package io.meshgauge.measure.use;

/**
 * What the kernel says of all processes of a container at one moment.
 *
 * @param cpuSeconds user and system time since they were started, of their ended threads and
 *     children included; to a hundredth of a second for each process
 * @param residentBytes resident set, in which pages of a program count for every process
 */
public record ContainerTotals(double cpuSeconds, double residentBytes) {

  /** The totals of two processes. */
  public ContainerTotals plus(ContainerTotals other) {
    return new ContainerTotals(cpuSeconds + other.cpuSeconds, residentBytes + other.residentBytes);
  }
}
