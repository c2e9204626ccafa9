package io.meshgauge.soak;

import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.text.Messages;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One series of a soak: a quantity of a process, a service or the arm.
 *
 * @param of a container, {@value #ALL}, or a part of the system
 */
public record Subject(Quantity quantity, String of) implements Comparable<Subject> {
  /** Subject of quantities of the whole system. */
  public static final String ALL = "all requests";

  private static final String SERVICES = "the services";
  private static final String DATA_PLANE = "the data plane";

  private static final Comparator<Subject> ORDER =
      Comparator.comparing(Subject::quantity).thenComparing(Subject::of);

  /** Its name in JSON, for example {@code memory of prices}. */
  public String key() {
    return of.equals(ALL) ? quantity.key() : "%s of %s".formatted(quantity.key(), of);
  }

  /** For example {@code memory of prices}. */
  public String title() {
    return of.equals(ALL) ? quantity.title() : Messages.get("soak.of", quantity.title(), owner());
  }

  /** What the quantity is of, for people. */
  public String owner() {
    return switch (of) {
      case ALL -> Messages.get("soak.all-requests");
      case SERVICES -> Messages.get("soak.services");
      case DATA_PLANE -> Messages.get("soak.data-plane");
      default -> of;
    };
  }

  @Override
  public int compareTo(Subject other) {
    return ORDER.compare(this, other);
  }

  /** The series of the windows of a deployment, including those this window does not report. */
  public static Set<Subject> of(SoakWindow window) {
    Set<Subject> subjects = new TreeSet<>(held(window).keySet());
    subjects.addAll(used(window).keySet());
    return subjects;
  }

  /**
   * The values of a window, without the load worker, and without latencies if the window is void.
   */
  public static SortedMap<Subject, Double> values(SoakWindow window) {
    SortedMap<Subject, Double> values = held(window);
    if (window.sound()) {
      values.putAll(used(window));
    }
    values.values().removeIf(value -> value.isNaN());
    return values;
  }

  private static SortedMap<Subject, Double> held(SoakWindow window) {
    SortedMap<Subject, Double> values = new TreeMap<>();
    for (ResourceUse use : window.resources()) {
      if (watched(use.part())) {
        values.put(new Subject(Quantity.MEMORY, use.container()), use.memoryMeanBytes());
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
    return values;
  }

  private static SortedMap<Subject, Double> used(SoakWindow window) {
    SortedMap<Subject, Double> values = new TreeMap<>();
    if (window.completed() == 0) {
      return values;
    }
    for (ResourceUse use : window.resources()) {
      if (watched(use.part())) {
        values.merge(
            new Subject(Quantity.CPU, use.part() == Part.DATA_PLANE ? DATA_PLANE : SERVICES),
            use.cpuSeconds() / (window.completed() / 1000.0),
            Double::sum);
      }
    }
    values.put(new Subject(Quantity.RESPONSE_P99, ALL), window.p99());
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
