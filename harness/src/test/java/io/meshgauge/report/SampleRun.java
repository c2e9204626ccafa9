package io.meshgauge.report;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile.Distribution;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A made-up run of a trial: every number is drawn from the trial's position and its mesh's cost.
 */
final class SampleRun {
  static final int SECONDS = 20;
  static final int RATE = 120;
  private static final List<String> SERVICES =
      List.of("gateway", "auth", "order", "payment", "logging");
  private static final List<String> HOPS =
      List.of("gateway auth", "gateway order", "order payment", "order logging", "payment logging");
  private static final List<String> OBSERVED =
      List.of(
          "load → gateway",
          "gateway → auth",
          "gateway → order",
          "order → payment",
          "order → logging, payment → logging");
  private static final double MIB = 1024.0 * 1024;

  private final Trial trial;
  private final Environment environment;
  private final Random random;
  private final Cost cost;

  private SampleRun(Trial trial, Environment environment) {
    this.trial = trial;
    this.environment = environment;
    this.random = new Random(1000L + trial.position());
    this.cost = Cost.of(trial.variant());
  }

  static Run of(Trial trial, Environment environment) {
    return new SampleRun(trial, environment).run();
  }

  private Run run() {
    double drift = 1 + 0.02 * random.nextGaussian();
    LoadResult load = load(drift);
    List<ResourceUse> resources = resources();
    return new Run(
        trial,
        Outcome.VALID,
        List.of(),
        new Run.Setup(
            trial.variant().mesh().startsWith("istio") ? Fidelity.MODEL : Fidelity.REAL,
            environment,
            fairness()),
        evidence(),
        new Run.Observations(
            resources,
            new TcpUse(48_000 + random.nextInt(900), random.nextInt(3), (long) (31 * MIB)),
            hops(drift),
            null,
            null),
        new Run.Results(load, null, null, measurements(load, resources)));
  }

  private LoadResult load(double drift) {
    Instant start = Instant.parse("2026-11-21T10:00:00Z").plusSeconds(60L * trial.position());
    List<LabelResult> labels =
        List.of(
            label("browse", 1560, 200, 1.0 * drift),
            label("checkout", 600, 201, 1.5 * drift),
            label("forbidden", 120, 403, 0.5 * drift),
            label("unauthenticated", 120, 401, 0.35 * drift));
    List<SecondSample> seconds = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      double p50 = (cost.medianMillis * drift + 0.1 * random.nextGaussian()) / 1e3;
      double p99 = p50 * (2.1 + 0.5 * Math.abs(random.nextGaussian()));
      seconds.add(new SecondSample(second, RATE, RATE, RATE - random.nextInt(2), 0, p50, p99));
    }
    return new LoadResult(
        new Window(start, start.plusSeconds(SECONDS)),
        RATE,
        labels,
        histogram(2400, 0.04, 0.4),
        seconds,
        new WorkerUse(2.1, 1, 0.02, 16, 0L));
  }

  private LabelResult label(String name, int count, int status, double factor) {
    double median = cost.medianMillis * factor;
    return new LabelResult(
        name,
        RequestKind.ofEarlier(name),
        count,
        count,
        count,
        count,
        new LabelResult.Outcomes(
            Map.of(Integer.toString(status), (long) count), Map.of(), List.of()),
        histogram(count, median, 0.32),
        histogram(count, median * 0.99, 0.31),
        histogram(count, median * 0.97, 0.31));
  }

  private LatencyHistogram histogram(int count, double medianMillis, double sigma) {
    Histogram histogram = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    for (int i = 0; i < count; i++) {
      double tail = random.nextInt(400) == 0 ? 2.5 : 1;
      double millis = medianMillis * tail * Math.exp(sigma * random.nextGaussian());
      histogram.recordValue(Math.max(1, Math.round(millis * 1e3)));
    }
    return LatencyHistogram.ofMicros(List.of(histogram));
  }

  private List<ResourceUse> resources() {
    List<ResourceUse> uses = new ArrayList<>();
    for (int i = 0; i < SERVICES.size(); i++) {
      double cpu = (1.1 - 0.12 * i) * cost.serviceCpu * (1 + 0.03 * random.nextGaussian());
      double memory = (150 - 6 * i) * MIB * (1 + 0.01 * random.nextGaussian());
      uses.add(new ResourceUse(SERVICES.get(i), Part.APPLICATION, cpu, memory, memory * 1.05));
      if (cost.proxyCpu > 0) {
        double proxy = (1 - 0.1 * i) * cost.proxyCpu * (1 + 0.03 * random.nextGaussian());
        double used = cost.proxyMib * MIB * (1 + 0.01 * random.nextGaussian());
        uses.add(
            new ResourceUse(SERVICES.get(i) + "-proxy", Part.DATA_PLANE, proxy, used, used * 1.02));
      }
    }
    uses.add(new ResourceUse("load-worker", Part.LOAD, 2.1, 190 * MIB, 204 * MIB));
    return uses;
  }

  private List<HopLatency> hops(double drift) {
    List<HopLatency> hops = new ArrayList<>();
    for (String hop : HOPS) {
      String[] ends = hop.split(" ", 2);
      double server = 0.0012 * drift * (1 + 0.05 * random.nextGaussian());
      double client = server + (0.0006 + cost.medianMillis * 6e-5) * drift;
      hops.add(
          new HopLatency(ends[0], ends[1], Side.CLIENT, 2160, client, client * 0.9, client * 3));
      hops.add(
          new HopLatency(ends[0], ends[1], Side.SERVER, 2160, server, server * 0.9, server * 3));
    }
    return hops;
  }

  private List<Evidence> evidence() {
    List<Evidence> evidence = new ArrayList<>();
    for (String subject : OBSERVED) {
      if (trial.variant().mesh().equals("istio-mtls")) {
        evidence.add(proven(Promise.ENCRYPTION, subject, "TLS records", "TLSv1.3, AES_128_GCM"));
        evidence.add(proven(Promise.PLAINTEXT_PROBE, subject, "refused", "connection reset"));
        evidence.add(proven(Promise.IDENTITY, subject, "wrong identity refused", "alert 46"));
      } else {
        evidence.add(proven(Promise.PLAINTEXT, subject, "readable", "HTTP in plaintext"));
        evidence.add(proven(Promise.PLAINTEXT_PROBE, subject, "served", "HTTP 200"));
      }
      String passed = cost.proxyCpu > 0 ? "2400 of 2400" : "0";
      evidence.add(proven(Promise.TRAVERSAL, subject, passed, passed));
    }
    String refused = "240 of 240 refused";
    evidence.add(proven(Promise.DENIAL, "load → gateway", refused, refused));
    return evidence;
  }

  private static Evidence proven(
      Promise promise, String subject, String expected, String observed) {
    return new Evidence(
        promise, subject, Verdict.PROVEN, expected, observed, "evidence/" + promise + ".json");
  }

  private SortedMap<String, String> fairness() {
    SortedMap<String, String> settings = new TreeMap<>();
    if (cost.proxyCpu > 0) {
      settings.put("proxy.workers", "2");
    }
    settings.put("http.version", "1.1");
    settings.put("keep-alive", "on");
    settings.put("access-log", trial.variant().mesh().startsWith("istio") ? "on" : "off");
    settings.put("retries", "0");
    settings.put(
        "factor.tls", trial.variant().mesh().equals("istio-mtls") ? "1.3 AES_128_GCM" : "none");
    return settings;
  }

  private List<Measurement> measurements(LoadResult load, List<ResourceUse> resources) {
    LatencyHistogram response = load.allowedResponse();
    LatencyHistogram service = Distribution.SERVICE.of(load);
    LatencyHistogram denied = Distribution.DENIED.of(load);
    List<Measurement> all = new ArrayList<>();
    add(all, Metric.RESPONSE_P50, response.seconds(50), "response.hlog");
    add(all, Metric.RESPONSE_P90, response.seconds(90), "response.hlog");
    add(all, Metric.RESPONSE_P95, response.seconds(95), "response.hlog");
    add(all, Metric.RESPONSE_P99, response.seconds(99), "response.hlog");
    add(all, Metric.RESPONSE_P999, response.seconds(99.9), "response.hlog");
    add(all, Metric.SERVICE_P50, service.seconds(50), "service.hlog");
    add(all, Metric.SERVICE_P99, service.seconds(99), "service.hlog");
    LatencyHistogram first = Distribution.FIRST_BYTE.of(load);
    add(all, Metric.FIRST_BYTE_P50, first.seconds(50), "firstbyte.hlog");
    add(all, Metric.FIRST_BYTE_P99, first.seconds(99), "firstbyte.hlog");
    add(all, Metric.DENIED_P50, denied.seconds(50), "response.hlog");
    add(all, Metric.DENIED_P99, denied.seconds(99), "response.hlog");
    double rate = load.completed() / load.window().seconds() - 0.2 * random.nextDouble();
    add(all, Metric.THROUGHPUT, rate, "worker.json");
    add(all, Metric.ERROR_RATIO, 0, "worker.json");
    double thousands = load.completed() / 1e3;
    double services = cpu(resources, Part.APPLICATION) / thousands;
    double proxies = cpu(resources, Part.DATA_PLANE) / thousands;
    add(all, Metric.CPU_APPLICATION, services, "resources.json");
    add(all, Metric.CPU_DATA_PLANE, proxies, "resources.json");
    add(all, Metric.CPU_SYSTEM, services + proxies, "resources.json");
    double serviceMemory = memory(resources, Part.APPLICATION);
    double proxyMemory = memory(resources, Part.DATA_PLANE);
    add(all, Metric.MEMORY_APPLICATION, serviceMemory, "resources.json");
    add(all, Metric.MEMORY_DATA_PLANE, proxyMemory, "resources.json");
    add(all, Metric.MEMORY_SYSTEM, serviceMemory + proxyMemory, "resources.json");
    add(all, Metric.TCP_RETRANSMITS, random.nextInt(4), "tcp.json");
    return all;
  }

  private static void add(List<Measurement> all, Metric metric, double value, String source) {
    all.add(new Measurement(metric, value, source));
  }

  private static double cpu(List<ResourceUse> uses, Part part) {
    return uses.stream()
        .filter(use -> use.part() == part)
        .mapToDouble(ResourceUse::cpuSeconds)
        .sum();
  }

  private static double memory(List<ResourceUse> uses, Part part) {
    return uses.stream()
        .filter(use -> use.part() == part)
        .mapToDouble(ResourceUse::memoryMeanBytes)
        .sum();
  }

  private record Cost(double medianMillis, double serviceCpu, double proxyCpu, double proxyMib) {
    static Cost of(Variant variant) {
      Cost cost = ofMesh(variant);
      return variant.policy().equals("none")
          ? cost
          : new Cost(cost.medianMillis + 2, cost.serviceCpu, cost.proxyCpu + 0.3, cost.proxyMib);
    }

    private static Cost ofMesh(Variant variant) {
      return switch (variant.mesh()) {
        case "envoy" -> new Cost(5.4, 1.02, 0.55, 38);
        case "istio-plaintext" -> new Cost(6.0, 1.03, 0.74, 46);
        case "istio-mtls" -> new Cost(6.35, 1.04, 0.92, 49);
        default -> new Cost(4.2, 1, 0, 0);
      };
    }
  }

  /** The run in which all requests of a label were answered in another way than is expected. */
  static Run with(Run run, Mismatch mismatch) {
    LoadResult load = run.measuredLoad().orElseThrow();
    List<LabelResult> labels =
        load.labels().stream()
            .map(
                it ->
                    !it.label().equals(mismatch.label())
                        ? it
                        : new LabelResult(
                            it.label(),
                            it.kind(),
                            it.scheduled(),
                            it.sent(),
                            it.completed(),
                            0,
                            new LabelResult.Outcomes(it.status(), Map.of(), List.of(mismatch)),
                            it.response(),
                            it.service(),
                            it.firstByte()))
            .toList();
    LoadResult answered =
        new LoadResult(
            load.window(), load.rate(), labels, load.sendLag(), load.timeline(), load.worker());
    return run.with(new Run.Results(answered, null, null, run.measurements()));
  }

  /** The run with every request sent so late. */
  static Run lagging(Run run, long micros) {
    return lagging(run, micros, run.measuredLoad().orElseThrow().worker().blocked());
  }

  /** The run with every request sent so late, and so many that found no connection. */
  static Run lagging(Run run, long micros, @Nullable Long blocked) {
    LoadResult load = run.measuredLoad().orElseThrow();
    Histogram lag = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    lag.recordValueWithCount(micros, load.sent());
    WorkerUse use = load.worker();
    LoadResult late =
        new LoadResult(
            load.window(),
            load.rate(),
            load.labels(),
            LatencyHistogram.ofMicros(List.of(lag)),
            load.timeline(),
            new WorkerUse(
                use.cpuSeconds(),
                use.allowedCores(),
                use.gcSeconds(),
                use.connectionsOpened(),
                blocked));
    return run.with(new Run.Results(late, null, null, run.measurements()));
  }
}
