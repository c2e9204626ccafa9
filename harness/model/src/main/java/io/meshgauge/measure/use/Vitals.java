package io.meshgauge.measure.use;

import org.jspecify.annotations.Nullable;

/**
 * What a process or container holds at one moment, which should not grow for ever.
 *
 * @param container its name, for example {@code prices} or {@code prices-proxy}
 * @param part what it is accounted to
 * @param threads of all its processes; null when they could not be counted
 * @param files open file descriptors, sockets among them; null when they could not be counted
 * @param sockets open sockets; null when they could not be counted
 * @param heapBytes what the last collection left of the long-lived heap; null when it is no JVM, or
 *     nothing was collected yet
 */
public record Vitals(
    String container,
    Part part,
    @Nullable Long threads,
    @Nullable Long files,
    @Nullable Long sockets,
    @Nullable Double heapBytes) {

  /** The same with what its heap holds. */
  public Vitals with(double bytes) {
    return new Vitals(container, part, threads, files, sockets, bytes);
  }
}
