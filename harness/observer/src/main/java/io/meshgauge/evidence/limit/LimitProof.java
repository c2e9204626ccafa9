package io.meshgauge.evidence.limit;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.limit.GroupReading;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.use.ResourceUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether every process was limited as declared: by the limit that the kernel reports of the
 * process, and by the CPU time that it used, which is read elsewhere.
 *
 * <p>In a window of S seconds a process with C cores can use C · S, and the share of one period
 * more that had begun before; so in each of several windows.
 */
public final class LimitProof {
  /** The kernel accounts CPU time in ticks of 10 ms, user and system time apart. */
  private static final double TICKS_SECONDS = 0.02;

  private LimitProof() {}

  /**
   * Evidence of every limited process; none where nothing is limited.
   *
   * @param limited what the limited processes did in the window
   * @param resources CPU and memory of all containers in the same window
   * @param source where the readings are
   */
  public static List<Evidence> evidence(
      Collection<LimitUse> limited, Collection<ResourceUse> resources, String source) {
    List<Evidence> all = new ArrayList<>();
    for (LimitUse use : limited) {
      if (use.declared().cores().isPresent()) {
        all.add(cpu(use, use.declared().cores().getAsDouble(), resources, source));
      }
      if (use.declared().bytes().isPresent()) {
        all.add(memory(use, use.declared().bytes().getAsLong(), source));
      }
    }
    return all;
  }

  private static Evidence cpu(
      LimitUse use, double cores, Collection<ResourceUse> resources, String source) {
    String subject = use.process() + ", CPU";
    double most =
        cores * (use.seconds() + use.windows() * Limit.PERIOD_SECONDS)
            + use.windows() * TICKS_SECONDS;
    String expected =
        "limit of %s, at most %s in %s"
            .formatted(Limit.cores(cores), cpuSeconds(most), seconds(use.seconds()));
    Optional<GroupReading> read = use.read();
    OptionalDouble used = use.cpuSeconds(resources);
    if (read.isEmpty() || used.isEmpty()) {
      return missing(subject, expected, source);
    }
    Limit cpu = new Limit(use.declared().cores(), Limit.NONE.bytes());
    boolean kept = cpu.isMetBy(read.get().limit()) && used.getAsDouble() <= most;
    return evidence(
        subject,
        kept,
        expected,
        "limit of %s, %s used, throttled in %d of %d periods"
            .formatted(
                words(read.get().limit().cores()),
                cpuSeconds(used.getAsDouble()),
                read.get().throttled(),
                read.get().periods()),
        source);
  }

  private static Evidence memory(LimitUse use, long bytes, String source) {
    String subject = use.process() + ", memory";
    String expected = "limit of " + Limit.mebibytes(bytes);
    Optional<GroupReading> read = use.read();
    if (read.isEmpty()) {
      return missing(subject, expected, source);
    }
    Limit memory = new Limit(Limit.NONE.cores(), use.declared().bytes());
    Limit found = new Limit(Limit.NONE.cores(), read.get().limit().bytes());
    return evidence(subject, memory.isMetBy(found), expected, "limit of " + found.words(), source);
  }

  private static Evidence evidence(
      String subject, boolean holds, String expected, String observed, String source) {
    return new Evidence(
        Promise.LIMITS,
        subject,
        holds ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        observed,
        source);
  }

  private static Evidence missing(String subject, String expected, String source) {
    return new Evidence(
        Promise.LIMITS,
        subject,
        Verdict.MISSING,
        expected,
        "the control group or the CPU time of the process could not be read at both ends of the"
            + " window, or the process started again",
        source);
  }

  private static String words(OptionalDouble cores) {
    return cores.isPresent() ? Limit.cores(cores.getAsDouble()) : "none";
  }

  private static String cpuSeconds(double value) {
    return String.format(Locale.ROOT, "%.2f CPU-seconds", value);
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f s", value);
  }
}
