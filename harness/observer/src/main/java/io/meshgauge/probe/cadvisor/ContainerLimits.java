package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.limit.GroupReading;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A window over which limits and throttling of containers are read: by cAdvisor, which reads them
 * in the containers' control groups. Since it does so every few seconds only, a look is awaited
 * before the window begins, and another one after it has ended.
 */
public final class ContainerLimits {
  private static final String QUOTA = "container_spec_cpu_quota";
  private static final String PERIOD = "container_spec_cpu_period";
  private static final String MEMORY = "container_spec_memory_limit_bytes";
  private static final String PERIODS = "container_cpu_cfs_periods_total";
  private static final String THROTTLED = "container_cpu_cfs_throttled_periods_total";
  private static final String WAITED = "container_cpu_cfs_throttled_seconds_total";
  private static final String KILLS = "container_oom_events_total";
  private static final String CPU = "container_cpu_usage_seconds_total";

  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Supplier<? extends Collection<String>> pages;
  private final Limits limits;
  private final List<Subject> subjects;
  private final Duration every;
  private final Map<Subject, GroupReading> before;
  private final long started;

  private ContainerLimits(
      Supplier<? extends Collection<String>> pages,
      Limits limits,
      List<Subject> subjects,
      Duration every) {
    this.pages = pages;
    this.limits = limits;
    this.every = every;
    this.subjects = subjects.stream().filter(it -> limits.of(it.part()).any()).toList();
    this.before = look();
    this.started = System.nanoTime();
  }

  /**
   * Begins the window now.
   *
   * @param pages reads the kubelets' pages
   * @param subjects containers of services and of the proxies in their pods
   * @throws IllegalArgumentException when the container that is to stay without its limit does not
   *     exist
   */
  public static ContainerLimits start(
      Supplier<? extends Collection<String>> pages, Limits limits, List<Subject> subjects) {
    return start(pages, limits, subjects, EVERY);
  }

  static ContainerLimits start(
      Supplier<? extends Collection<String>> pages,
      Limits limits,
      List<Subject> subjects,
      Duration every) {
    ContainerLimits watch = new ContainerLimits(pages, limits, subjects, every);
    limits.checkUnapplied(watch.subjects.stream().map(Subject::name).toList());
    return watch;
  }

  /** Ends the window now. */
  public List<LimitUse> finish() {
    double seconds = (System.nanoTime() - started) / 1e9;
    Map<Subject, GroupReading> after = look();
    return subjects.stream()
        .map(
            it ->
                LimitUse.between(
                    it.name(),
                    it.part(),
                    limits.of(it.part()),
                    Optional.ofNullable(before.get(it)),
                    Optional.ofNullable(after.get(it)),
                    seconds))
        .toList();
  }

  /** Readings that are newer than this call; a container that is gone has none. */
  private Map<Subject, GroupReading> look() {
    if (subjects.isEmpty()) {
      return Map.of();
    }
    Page first = Page.of(pages.get());
    long now = first.newest;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Page page = first;
    while (!page.isNewer(subjects, now) && System.nanoTime() < deadline) {
      Samples.pause(every);
      page = Page.of(pages.get());
    }
    Map<Subject, GroupReading> all = new HashMap<>();
    for (Subject subject : subjects) {
      page.reading(subject).ifPresent(it -> all.put(subject, it));
    }
    return all;
  }

  /** One reading of the kubelets' pages. */
  private static final class Page {
    private final Map<String, Map<String, Double>> values = new HashMap<>();
    private final Map<String, Long> times = new HashMap<>();
    private long newest;

    static Page of(Collection<String> texts) {
      Page page = new Page();
      for (String text : texts) {
        PrometheusText.parse(text).forEach(page::add);
      }
      return page;
    }

    private void add(Sample sample) {
      newest = Math.max(newest, sample.epochMillis().orElse(0));
      if (sample.label("container").isEmpty()) {
        return;
      }
      String key = key(sample.label("namespace"), sample.label("pod"), sample.label("container"));
      values.computeIfAbsent(key, unused -> new HashMap<>()).put(sample.name(), sample.value());
      if (sample.name().equals(CPU)) {
        times.put(key, sample.epochMillis().orElse(0));
      }
    }

    private static String key(String namespace, String pod, String container) {
      return String.join("/", namespace, pod, container);
    }

    private static String key(Subject subject) {
      return key(subject.namespace(), subject.pod(), subject.container());
    }

    /** Whether all containers that are still there were looked at since. */
    boolean isNewer(List<Subject> subjects, long since) {
      return subjects.stream()
          .map(Page::key)
          .filter(values::containsKey)
          .allMatch(it -> times.getOrDefault(it, 0L) > since);
    }

    Optional<GroupReading> reading(Subject subject) {
      return Optional.ofNullable(values.get(key(subject))).map(Page::reading);
    }

    private static GroupReading reading(Map<String, Double> of) {
      double quota = of.getOrDefault(QUOTA, 0.0);
      double memory = of.getOrDefault(MEMORY, 0.0);
      return new GroupReading(
          new Limit(
              quota > 0
                  ? OptionalDouble.of(quota / of.getOrDefault(PERIOD, Double.NaN))
                  : OptionalDouble.empty(),
              memory > 0 ? OptionalLong.of((long) memory) : OptionalLong.empty()),
          of.getOrDefault(PERIODS, 0.0).longValue(),
          of.getOrDefault(THROTTLED, 0.0).longValue(),
          of.getOrDefault(WAITED, 0.0),
          of.getOrDefault(KILLS, 0.0).longValue());
    }
  }
}
