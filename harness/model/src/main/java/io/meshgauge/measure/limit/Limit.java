package io.meshgauge.measure.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most that a process and its children may use, as a container is limited.
 *
 * @param cores of CPU; empty: no limit
 * @param bytes of memory; empty: no limit
 */
public record Limit(OptionalDouble cores, OptionalLong bytes) {
  /** Length of the periods in which the kernel shares out CPU time, as Kubernetes sets it. */
  public static final double PERIOD_SECONDS = 0.1;

  /** No limit. */
  public static final Limit NONE = new Limit(OptionalDouble.empty(), OptionalLong.empty());

  /** The kernel gives out at least 1 ms of CPU per period. */
  private static final double LEAST_CORES = 0.01;

  /** The kernel counts quotas in microseconds. */
  private static final double SMALLEST_STEP = 1e-4;

  private static final long LARGEST_PAGE = 64L << 10;
  private static final double MOST_CORES = 1_000;
  private static final long LEAST_BYTES = 4L << 20;
  private static final double MOST_BYTES = 0x1p50;

  private static final Pattern CPU = Pattern.compile("(\\d{1,6})(m)|(\\d{1,4}(?:\\.\\d{1,3})?)");
  private static final Pattern MEMORY = Pattern.compile("(\\d{1,15})(Ki|Mi|Gi|k|M|G)?");
  private static final Map<String, Double> UNITS =
      Map.of("Ki", 0x1p10, "Mi", 0x1p20, "Gi", 0x1p30, "k", 1e3, "M", 1e6, "G", 1e9);

  /** Cores as Kubernetes writes them; empty if the text is no such amount from 10m to 1000. */
  public static OptionalDouble cores(String text) {
    Matcher matcher = CPU.matcher(text);
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    double cores =
        matcher.group(2) == null
            ? Double.parseDouble(matcher.group(3))
            : Double.parseDouble(matcher.group(1)) / 1e3;
    return cores < LEAST_CORES || cores > MOST_CORES
        ? OptionalDouble.empty()
        : OptionalDouble.of(cores);
  }

  /** Bytes as Kubernetes writes them; empty if the text is no such amount from 4Mi. */
  public static OptionalLong bytes(String text) {
    Matcher matcher = MEMORY.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    double unit = Optional.ofNullable(matcher.group(2)).map(UNITS::get).orElse(1.0);
    double bytes = Double.parseDouble(matcher.group(1)) * unit;
    return bytes < LEAST_BYTES || bytes > MOST_BYTES
        ? OptionalLong.empty()
        : OptionalLong.of((long) bytes);
  }

  /** Whether anything is limited. */
  public boolean any() {
    return cores.isPresent() || bytes.isPresent();
  }

  /**
   * Whether a limit in force is this one, as far as something is limited here; the kernel keeps
   * memory in whole pages.
   */
  public boolean isMetBy(Limit found) {
    boolean cpu =
        cores.isEmpty()
            || (found.cores.isPresent()
                && Math.abs(found.cores.getAsDouble() - cores.getAsDouble()) < SMALLEST_STEP);
    boolean memory =
        bytes.isEmpty()
            || (found.bytes.isPresent()
                && found.bytes.getAsLong() <= bytes.getAsLong()
                && bytes.getAsLong() - found.bytes.getAsLong() < LARGEST_PAGE);
    return cpu && memory;
  }

  /** For example {@code 0.25 cores, 256 MiB}, or {@code none}. */
  public String words() {
    List<String> parts = new ArrayList<>();
    cores.ifPresent(it -> parts.add(cores(it)));
    bytes.ifPresent(it -> parts.add(mebibytes(it)));
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }

  /** For example {@code 0.25 cores}. */
  public static String cores(double cores) {
    return String.format(Locale.ROOT, "%.3f", cores).replaceFirst("\\.?0+$", "") + " cores";
  }

  /** For example {@code 256 MiB}. */
  public static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes / 0x1p20).replaceFirst("\\.0$", "") + " MiB";
  }
}
