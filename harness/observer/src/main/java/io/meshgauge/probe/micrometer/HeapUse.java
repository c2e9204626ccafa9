package io.meshgauge.probe.micrometer;

import io.meshgauge.probe.Sample;
import java.util.OptionalDouble;

/**
 * What the last collection left of a service's long-lived heap, in bytes: the size of the heap
 * would only tell when the next collection is due.
 */
public final class HeapUse {
  private static final String AFTER = "jvm_memory_usage_after_gc";
  private static final String MOST = "jvm_memory_max_bytes";

  private HeapUse() {}

  /** Empty where the service tells nothing of it, or nothing was collected yet. */
  public static OptionalDouble of(Scrape scrape, String service) {
    OptionalDouble share =
        scrape.of(service).stream()
            .filter(it -> it.name().equals(AFTER) && it.label("pool").equals("long-lived"))
            .mapToDouble(Sample::value)
            .filter(it -> it > 0)
            .findFirst();
    OptionalDouble most =
        scrape.of(service).stream()
            .filter(it -> it.name().equals(MOST) && it.label("area").equals("heap"))
            .filter(it -> it.label("id").matches(".*(Old|Tenured) Gen"))
            .mapToDouble(Sample::value)
            .filter(it -> it > 0)
            .findFirst();
    return share.isPresent() && most.isPresent()
        ? OptionalDouble.of(share.getAsDouble() * most.getAsDouble())
        : OptionalDouble.empty();
  }
}
