package io.meshgauge.measure.stage;

import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * CPU time and memory of processes, sampled within a window: from them follows what each stage
 * used.
 *
 * @param samples in the order of time
 */
public record UseSamples(List<Sample> samples) {
  /** Where none were taken. */
  public static final UseSamples NONE = new UseSamples(List.of());

  /** The file of a window's samples in the archive of a run. */
  public static final String FILE = "cadvisor/samples.csv";

  private static final String HEAD = "epoch_us,container,part,cpu_seconds,anonymous_bytes";
  private static final int FIELDS = 5;
  private static final double SECOND = 1e6;

  public UseSamples {
    samples = List.copyOf(samples);
  }

  /**
   * One reading of a process.
   *
   * @param epochMicros when it was read
   * @param container name of the process
   * @param part what it is accounted to
   * @param cpuSeconds CPU time since its start
   * @param anonymousBytes memory that only this process holds
   */
  public record Sample(
      long epochMicros, String container, Part part, double cpuSeconds, double anonymousBytes) {}

  /** As {@link #of} reads them. */
  public String text() {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    for (Sample it : samples) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d,%s,%s,%.3f,%.0f%n",
              it.epochMicros(),
              it.container(),
              it.part(),
              it.cpuSeconds(),
              it.anonymousBytes()));
    }
    return text.toString();
  }

  /**
   * Reads samples.
   *
   * @throws IllegalArgumentException if a line is not one, with the line
   */
  public static UseSamples of(String text) {
    List<Sample> samples = new ArrayList<>();
    text.lines().skip(1).forEach(line -> samples.add(sample(line)));
    return new UseSamples(samples);
  }

  private static Sample sample(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "the line \"%s\" has %d fields; expected %s".formatted(line, fields.length, HEAD));
    }
    double cpu = Double.parseDouble(fields[3]);
    double bytes = Double.parseDouble(fields[4]);
    if (!Double.isFinite(cpu + bytes)) {
      throw new IllegalArgumentException("the line \"%s\" has no finite numbers".formatted(line));
    }
    return new Sample(Long.parseLong(fields[0]), fields[1], Part.valueOf(fields[2]), cpu, bytes);
  }

  /**
   * What every process used in the seconds of a stage: its growth between the first and the last
   * sample within each span, which are moments apart from the edges, as a rate over the whole of
   * the span's seconds. Samples are never shared with a neighbouring stage, whose load may be a
   * hundred times as high.
   *
   * @param start of the window
   * @return none where a span has too few samples of a process, or no whole second
   */
  public List<ResourceUse> within(Stage stage, Instant start) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, start);
    Map<String, List<Sample>> byContainer = new LinkedHashMap<>();
    samples.forEach(
        it -> byContainer.computeIfAbsent(it.container(), key -> new ArrayList<>()).add(it));
    List<ResourceUse> uses = new ArrayList<>();
    for (List<Sample> own : byContainer.values()) {
      Optional<ResourceUse> use = use(own, stage, micros);
      if (use.isEmpty()) {
        return List.of();
      }
      uses.add(use.get());
    }
    return uses;
  }

  private static Optional<ResourceUse> use(List<Sample> own, Stage stage, long start) {
    double cpu = 0;
    List<Sample> all = new ArrayList<>();
    for (Stage.Span span : stage.spans()) {
      int seconds = span.end() - span.first();
      List<Sample> within =
          own.stream()
              .filter(it -> it.epochMicros() >= start + span.first() * SECOND)
              .filter(it -> it.epochMicros() <= start + span.end() * SECOND)
              .toList();
      if (seconds == 0) {
        continue;
      }
      if (within.size() < 2) {
        return Optional.empty();
      }
      Sample first = within.get(0);
      Sample last = within.get(within.size() - 1);
      double elapsed = (last.epochMicros() - first.epochMicros()) / SECOND;
      if (elapsed <= 0) {
        return Optional.empty();
      }
      cpu += (last.cpuSeconds() - first.cpuSeconds()) / elapsed * seconds;
      all.addAll(within);
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    double mean = all.stream().mapToDouble(Sample::anonymousBytes).average().orElseThrow();
    double peak = all.stream().mapToDouble(Sample::anonymousBytes).max().orElseThrow();
    Sample one = all.get(0);
    return Optional.of(
        new ResourceUse(one.container(), one.part(), cpu, mean, peak, null, mean, null));
  }
}
