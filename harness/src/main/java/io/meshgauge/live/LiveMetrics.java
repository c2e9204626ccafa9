package io.meshgauge.live;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.run.session.Phase;
import io.meshgauge.soak.Alarm;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of a run for Prometheus; docs/live.md lists their names. Values are read from the {@link
 * LiveState} on each scrape; those of containers change with each window.
 */
final class LiveMetrics implements AutoCloseable {
  private static final String VARIANT = "variant";

  private final LiveState state;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<Figure, MultiGauge> containers = new EnumMap<>(Figure.class);
  private final Set<String> variants = new HashSet<>();
  private volatile @Nullable Path folder;

  /** Metrics of each container in the latest window. */
  private enum Figure {
    MEMORY("meshgauge.container.memory.bytes", "Mean working set"),
    CPU("meshgauge.container.cpu.cores", "Mean CPU seconds used per second"),
    HEAP("meshgauge.container.heap.bytes", "Old-generation heap after the last collection"),
    THREADS("meshgauge.container.threads", "Threads of all its processes"),
    FILES("meshgauge.container.file.descriptors", "Open file descriptors, including sockets"),
    SOCKETS("meshgauge.container.sockets", "Open sockets");

    private final String key;
    private final String description;

    Figure(String key, String description) {
      this.key = key;
      this.description = description;
    }
  }

  LiveMetrics(LiveState state) {
    this.state = state;
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    collections.bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    for (Figure figure : Figure.values()) {
      containers.put(
          figure,
          MultiGauge.builder(figure.key).description(figure.description).register(registry));
    }
    session();
    trials();
  }

  private void session() {
    disk(
        "meshgauge.disk.free.bytes",
        "Free on the disk of the archive",
        it -> it.toFile().getUsableSpace());
    disk(
        "meshgauge.disk.total.bytes",
        "Size of the disk of the archive",
        it -> it.toFile().getTotalSpace());
  }

  private void disk(String key, String description, ToDoubleFunction<Path> figure) {
    Gauge.builder(
            key,
            this,
            self -> {
              Path known = self.folder;
              return known == null ? Double.NaN : figure.applyAsDouble(known);
            })
        .description(description)
        .register(registry);
  }

  private void trials() {
    gauge(
        "meshgauge.trials.planned",
        "Planned trials, including repeats",
        Tags.empty(),
        LiveState::plannedTrials);
    for (Outcome outcome : Outcome.values()) {
      FunctionCounter.builder("meshgauge.trials.finished", state, it -> it.finished(outcome))
          .description("Trials that have ended")
          .tags(Tags.of("outcome", label(outcome)))
          .register(registry);
    }
    for (Phase phase : Phase.values()) {
      gauge(
          "meshgauge.phase",
          "1 for the current phase",
          Tags.of("phase", label(phase)),
          it -> it.phase().filter(now -> now == phase).isPresent() ? 1 : 0);
    }
    gauge(
        "meshgauge.phase.done.ratio",
        "Completed share of the current phase",
        Tags.empty(),
        LiveState::fraction);
    second("meshgauge.second.answers", "Answers in the latest second", SecondSample::completed);
    second(
        "meshgauge.second.response.p99.seconds",
        "Response time in the latest second, p99",
        SecondSample::p99Seconds);
  }

  private void second(String key, String description, ToDoubleFunction<SecondSample> figure) {
    gauge(key, description, Tags.empty(), it -> it.ofSecond(figure).orElse(Double.NaN));
  }

  private void gauge(
      String key, String description, Tags tags, ToDoubleFunction<LiveState> figure) {
    Gauge.builder(key, state, figure).description(description).tags(tags).register(registry);
  }

  /** Sets the folder of the archive. */
  void opened(Path archive) {
    folder = archive;
  }

  /** A variant's soak begins. */
  synchronized void soak(String variant) {
    if (!variants.add(variant)) {
      return;
    }
    Tags of = Tags.of(VARIANT, variant);
    soakGauge("meshgauge.soak.windows.planned", "Windows planned", of, LiveSoak::planned);
    soakCounter("meshgauge.soak.windows", "Windows on record", of, LiveSoak::windows);
    soakCounter("meshgauge.soak.void.windows", "Windows that are void", of, LiveSoak::unsound);
    soakCounter(
        "meshgauge.soak.disturbed.windows",
        "Windows with an injected fault or change",
        of,
        LiveSoak::disturbed);
    soakCounter("meshgauge.soak.completed.requests", "Requests answered", of, LiveSoak::completed);
    soakCounter(
        "meshgauge.soak.failed.requests",
        "Requests without the expected response",
        of,
        LiveSoak::failed);
    soakCounter(
        "meshgauge.soak.gap.seconds",
        "Time in which nothing was measured",
        of,
        LiveSoak::gapSeconds);
    for (Alarm.Kind kind : Alarm.Kind.values()) {
      soakCounter(
          "meshgauge.soak.alarms",
          "Alarms raised",
          of.and("kind", label(kind)),
          it -> it.alarms(kind));
    }
    String response = "meshgauge.soak.response.seconds";
    String help = "Response time of requests expected to succeed, in the latest window";
    window(response, help, of.and("at", "p50"), SoakWindow::p50);
    window(response, help, of.and("at", "p99"), SoakWindow::p99);
    window(response, help, of.and("at", "max"), SoakWindow::max);
    String promises = "meshgauge.soak.promises";
    String seen = "Observations of promises in the latest window";
    window(promises, seen, of.and("state", "proven"), SoakWindow::proven);
    window(promises, seen, of.and("state", "unproven"), it -> it.unproven().size());
    window("meshgauge.soak.legs", "Deployments so far", of, SoakWindow::leg);
    window(
        "meshgauge.soak.window.end.timestamp.seconds",
        "When the latest window ended",
        of,
        it -> it.window().end().toEpochMilli() / 1000.0);
  }

  private void soakGauge(
      String key, String description, Tags of, ToDoubleFunction<LiveSoak> figure) {
    String variant = variant(of);
    gauge(key, description, of, it -> it.ofSoak(variant, figure));
  }

  private void soakCounter(
      String key, String description, Tags of, ToDoubleFunction<LiveSoak> figure) {
    String variant = variant(of);
    FunctionCounter.builder(key, state, it -> it.ofSoak(variant, figure))
        .description(description)
        .tags(of)
        .register(registry);
  }

  private void window(
      String key, String description, Tags of, ToDoubleFunction<SoakWindow> figure) {
    soakGauge(
        key, description, of, it -> it.latest().map(figure::applyAsDouble).orElse(Double.NaN));
  }

  private static String variant(Tags of) {
    return of.stream()
        .filter(tag -> tag.getKey().equals(VARIANT))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  /** Replaces the containers by those of the latest window. */
  synchronized void windows() {
    Map<Figure, List<MultiGauge.Row<?>>> rows = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      rows.put(figure, new ArrayList<>());
    }
    state.latest().forEach((variant, window) -> rows(variant, window, rows));
    rows.forEach(
        (figure, values) -> Objects.requireNonNull(containers.get(figure)).register(values, true));
  }

  private static void rows(
      String variant, SoakWindow window, Map<Figure, List<MultiGauge.Row<?>>> rows) {
    for (ResourceUse use : window.resources()) {
      Tags of = container(variant, use.container(), label(use.part()));
      put(rows, Figure.MEMORY, of, use.memoryMeanBytes());
      put(rows, Figure.CPU, of, use.cpuSeconds() / Math.max(1e-3, window.window().seconds()));
    }
    for (Vitals vitals : window.vitals()) {
      Tags of = container(variant, vitals.container(), label(vitals.part()));
      put(rows, Figure.HEAP, of, vitals.heapBytes());
      put(rows, Figure.THREADS, of, vitals.threads());
      put(rows, Figure.FILES, of, vitals.files());
      put(rows, Figure.SOCKETS, of, vitals.sockets());
    }
  }

  private static void put(
      Map<Figure, List<MultiGauge.Row<?>>> rows, Figure figure, Tags of, @Nullable Number value) {
    if (value != null) {
      Objects.requireNonNull(rows.get(figure)).add(MultiGauge.Row.of(of, value));
    }
  }

  private static Tags container(String variant, String container, String part) {
    return Tags.of(VARIANT, variant, "container", container, "part", part);
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** All metrics in the text format of Prometheus. */
  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
