package io.meshgauge.soak;

import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.Vitals;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One series of a soak: a quantity of somebody.
 *
 * @param of a container, or {@value #ALL}, or a part of the system
 */
public record Subject(Quantity quantity, String of) implements Comparable<Subject> {
  /** What is of the system as a whole. */
  public static final String ALL = "all requests";

  private static final Comparator<Subject> ORDER =
      Comparator.comparing(Subject::quantity).thenComparing(Subject::of);

  /** For example {@code memory of payment}. */
  public String title() {
    return of.equals(ALL) ? quantity.title() : "%s of %s".formatted(quantity.title(), of);
  }

  @Override
  public int compareTo(Subject other) {
    return ORDER.compare(this, other);
  }

  /**
   * The values of a window. The load worker is not watched, and latencies not where they may not be
   * quoted.
   */
  public static SortedMap<Subject, Double> values(SoakWindow window) {
    SortedMap<Subject, Double> values = new TreeMap<>();
    SortedMap<Part, Double> cpu = new TreeMap<>();
    for (ResourceUse use : window.resources()) {
      if (watched(use.part())) {
        values.put(new Subject(Quantity.MEMORY, use.container()), use.memoryMeanBytes());
        cpu.merge(use.part(), use.cpuSeconds(), Double::sum);
      }
    }
    for (Vitals vitals : window.vitals()) {
      if (watched(vitals.part())) {
        put(values, Quantity.THREADS, vitals, vitals.threads());
        put(values, Quantity.FILES, vitals, vitals.files());
        put(values, Quantity.SOCKETS, vitals, vitals.sockets());
        put(values, Quantity.HEAP, vitals, vitals.heapBytes());
      }
    }
    if (window.completed() > 0 && window.sound()) {
      cpu.forEach(
          (part, seconds) ->
              values.put(
                  new Subject(Quantity.CPU, "the " + part.title()),
                  seconds / (window.completed() / 1000.0)));
      values.put(new Subject(Quantity.RESPONSE_P99, ALL), window.p99());
    }
    return values;
  }

  private static boolean watched(Part part) {
    return part == Part.APPLICATION || part == Part.DATA_PLANE;
  }

  private static void put(
      SortedMap<Subject, Double> values, Quantity quantity, Vitals of, @Nullable Number value) {
    if (value != null) {
      values.put(new Subject(quantity, of.container()), value.doubleValue());
    }
  }
}
