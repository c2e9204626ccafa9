package io.meshgauge.measure.limit;

import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a limited process did in a window.
 *
 * @param process its name
 * @param part that it belongs to
 * @param declared limit
 * @param read what the kernel said of it; empty where that could not be read
 * @param seconds length of the window, between the two readings; of several, the sum
 * @param windows how many they are
 */
public record LimitUse(
    String process,
    Part part,
    Limit declared,
    Optional<GroupReading> read,
    double seconds,
    int windows) {

  /**
   * The growth between both ends of a window.
   *
   * @param before empty where it could not be read
   * @param after empty where it could not be read
   */
  public static LimitUse between(
      String process,
      Part part,
      Limit declared,
      Optional<GroupReading> before,
      Optional<GroupReading> after,
      double seconds) {
    return new LimitUse(
        process,
        part,
        declared,
        before.flatMap(start -> after.flatMap(end -> growth(declared, start, end))),
        seconds,
        1);
  }

  /** Empty where the counters started again, because the process did. */
  private static Optional<GroupReading> growth(
      Limit declared, GroupReading start, GroupReading end) {
    return end.periods() < start.periods() || end.outOfMemory() < start.outOfMemory()
        ? Optional.empty()
        : Optional.of(
            new GroupReading(
                declared.isMetBy(start.limit()) ? end.limit() : start.limit(),
                end.periods() - start.periods(),
                end.throttled() - start.throttled(),
                end.throttledSeconds() - start.throttledSeconds(),
                end.outOfMemory() - start.outOfMemory()));
  }

  /** The uses of several windows, process by process. */
  public static List<LimitUse> sum(Collection<List<LimitUse>> windows) {
    Map<String, LimitUse> sums = new LinkedHashMap<>();
    windows.forEach(window -> window.forEach(use -> sums.merge(use.process, use, LimitUse::plus)));
    return List.copyOf(sums.values());
  }

  private LimitUse plus(LimitUse other) {
    return new LimitUse(
        process,
        part,
        declared,
        read.flatMap(
            one ->
                other.read.map(
                    two ->
                        new GroupReading(
                            declared.isMetBy(one.limit()) ? two.limit() : one.limit(),
                            one.periods() + two.periods(),
                            one.throttled() + two.throttled(),
                            one.throttledSeconds() + two.throttledSeconds(),
                            one.outOfMemory() + two.outOfMemory()))),
        seconds + other.seconds,
        windows + other.windows);
  }

  /**
   * CPU seconds that the process and its children used in the window; empty where that was not
   * observed.
   *
   * @param uses of all containers in the window
   */
  public OptionalDouble cpuSeconds(Collection<ResourceUse> uses) {
    List<ResourceUse> own = new ArrayList<>();
    for (ResourceUse use : uses) {
      if (use.part() == part && isOf(use.container(), process)) {
        own.add(use);
      }
    }
    double sum = own.stream().mapToDouble(ResourceUse::cpuSeconds).sum();
    return own.isEmpty() || Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }

  /** Whether a container is a process or one of its children, such as a worker of NGINX. */
  public static boolean isOf(String container, String process) {
    return container.equals(process) || container.startsWith(process + "-worker-");
  }

  /** Throttled share of the periods in which it wanted to run; empty where there were none. */
  public OptionalDouble throttledShare() {
    return read.filter(it -> it.periods() > 0).isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) read.orElseThrow().throttled() / read.orElseThrow().periods());
  }

  /** The throttled share of that process of a part which was throttled most; empty without any. */
  public static OptionalDouble throttledShare(Collection<LimitUse> uses, Part part) {
    return uses.stream()
        .filter(use -> use.part == part && use.declared.cores().isPresent())
        .map(LimitUse::throttledShare)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .max();
  }

  /** One line for each, for the archive. */
  public static String text(Collection<LimitUse> uses) {
    StringBuilder text = new StringBuilder("# process\tdeclared\tin force\tperiods\tthrottled\t");
    text.append("throttled seconds\tout of memory\twindow seconds\n");
    for (LimitUse use : uses) {
      String counted =
          use.read
              .map(
                  it ->
                      String.format(
                          Locale.ROOT,
                          "%s\t%d\t%d\t%.6f\t%d",
                          it.limit().words(),
                          it.periods(),
                          it.throttled(),
                          it.throttledSeconds(),
                          it.outOfMemory()))
              .orElse("not read");
      text.append(
          String.format(
              Locale.ROOT,
              "%s\t%s\t%s\t%.3f%n",
              use.process,
              use.declared.words(),
              counted,
              use.seconds));
    }
    return text.toString();
  }

  /** Processes of which some were ended for want of memory, with their limits. */
  public static List<String> outOfMemory(Collection<LimitUse> uses) {
    return uses.stream()
        .filter(use -> use.read.filter(it -> it.outOfMemory() > 0).isPresent())
        .map(use -> use.process + " (" + use.declared.words() + ")")
        .toList();
  }
}
