package io.meshgauge.report.json.smp;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.json.smp.SmpJson.ApplicationMetadata;
import io.meshgauge.report.json.smp.SmpJson.Client;
import io.meshgauge.report.json.smp.SmpJson.EnvironmentConfig;
import io.meshgauge.report.json.smp.SmpJson.Latency;
import io.meshgauge.report.json.smp.SmpJson.MeshName;
import io.meshgauge.report.json.smp.SmpJson.Node;
import io.meshgauge.report.json.smp.SmpJson.PerformanceTestConfig;
import io.meshgauge.report.json.smp.SmpJson.PerformanceTestResult;
import io.meshgauge.report.json.smp.SmpJson.ServiceMeshConfig;
import io.meshgauge.report.json.smp.SmpJson.ServiceMeshes;
import io.meshgauge.report.json.smp.SmpJson.Use;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the messages of a report. */
record SmpMessages(Report report) {
  private static final double MILLIS = 1e3;
  private static final double MEGABYTE = 1e6;
  private static final Pattern MEMORY = Pattern.compile("(\\d+(?:\\.\\d+)?) (MiB|GiB)");

  /** Ending of the name of a proxy's container in front of one service. */
  private static final String SIDECAR = "-proxy";

  /** How the load of a variant was sent; equal ones have the same id. */
  PerformanceTestConfig test(PlanReport plan, Arm arm) {
    Experiment experiment = experiment();
    Protocol protocol = experiment.protocolOf(arm.variant());
    boolean stream = plan.plan().isStream();
    Optional<Long> rate = rate(arm, protocol);
    Client client =
        new Client(
            experiment.platform() == PlatformKind.KUBERNETES,
            stream ? "iperf3" : "jmeter",
            protocol(plan.plan()),
            stream ? plan.plan().streams() : protocol.connections(),
            rate,
            endpoints(plan.plan()));
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("plan", plan.name());
    labels.put("arrival", protocol.arrival());
    plan.plan().properties().forEach((name, value) -> labels.put("plan." + name, value));
    String name =
        "%s %s%s"
            .formatted(
                experiment.name(), plan.name(), rate.map(it -> " " + it + " req/s").orElse(""));
    return new PerformanceTestConfig(
        SmpJson.VERSION,
        id(name + client),
        name,
        labels,
        List.of(client),
        plan.plan().duration().toSeconds() + "s");
  }

  /** Requests per second as they were asked for, or as they were sent; empty of a stream. */
  private static Optional<Long> rate(Arm arm, Protocol protocol) {
    OptionalDouble sent =
        arm.valid().stream()
            .flatMap(run -> run.measuredLoad().stream())
            .mapToDouble(LoadResult::rate)
            .average();
    OptionalDouble rate =
        arm.plan().kind() == Plan.Kind.CAPACITY
                || !arm.plan().hasRate()
                || protocol.rateOf(arm.plan()).isEmpty()
            ? sent
            : protocol.rateOf(arm.plan());
    return rate.isEmpty() ? Optional.empty() : Optional.of(Math.round(rate.getAsDouble()));
  }

  private static SmpJson.Protocol protocol(Plan plan) {
    if (plan.isStream()) {
      return SmpJson.Protocol.TCP;
    }
    return plan.isGrpc() ? SmpJson.Protocol.GRPC : SmpJson.Protocol.HTTP;
  }

  /** The services that the load enters at, by name: each deployment has addresses of its own. */
  private List<String> endpoints(Plan plan) {
    if (!plan.isStream() && experiment().application().loads().isEmpty()) {
      return List.of();
    }
    return experiment().topology(plan).from(Topology.LOAD).stream()
        .map(SmpMessages::endpoint)
        .distinct()
        .toList();
  }

  private static String endpoint(Hop hop) {
    String scheme =
        switch (hop.protocol()) {
          case HTTP1 -> "http";
          case GRPC -> "grpc";
          case TCP -> "tcp";
        };
    return scheme + "://" + hop.server();
  }

  /** The environment of the session. */
  EnvironmentConfig environment() {
    Map<String, String> facts = report.session().environment().facts();
    boolean local = experiment().platform() == PlatformKind.LOCAL;
    return new EnvironmentConfig(
        SmpJson.VERSION,
        environmentId(),
        facts,
        Optional.ofNullable(facts.get("kubernetes.version")),
        local
            ? List.of(
                new Node(
                    facts.getOrDefault("cpu.model", "unknown"),
                    report.session().environment().cores(),
                    memory(facts.getOrDefault("memory", ""))))
            : List.of());
  }

  private static Optional<Long> memory(String text) {
    Matcher found = MEMORY.matcher(text);
    return found.matches()
        ? Optional.of(
            Math.round(
                Double.parseDouble(found.group(1))
                    * (found.group(2).equals("GiB") ? 1 << 30 : 1 << 20)
                    / MEGABYTE))
        : Optional.empty();
  }

  /** A variant, and what it used under a plan. */
  ServiceMeshConfig mesh(PlanReport plan, Arm arm) {
    Variant variant = arm.variant();
    Map<String, String> facts = report.session().environment().facts();
    return new ServiceMeshConfig(
        SmpJson.VERSION,
        id("mesh " + plan.name() + " " + arm.name()),
        labels(plan, arm),
        use(arm, Part.DATA_PLANE, SIDECAR),
        use(arm, Part.CONTROL_PLANE, ""),
        variant.choices().containsKey("policy"),
        variant.choices().containsKey("telemetry"),
        mutualTls(arm),
        proxyWorkers(arm),
        version(facts, product(variant)),
        version(facts, proxy(variant)),
        sessionId(),
        experiment().name(),
        type(arm).map(ServiceMeshes::new),
        application());
  }

  /** A model is not the product, and must not be taken for it. */
  private static Optional<MeshName> type(Arm arm) {
    if (arm.isModel()) {
      return Optional.empty();
    }
    return switch (product(arm.variant())) {
      case "istio" -> Optional.of(MeshName.ISTIO);
      case "linkerd" -> Optional.of(MeshName.LINKERD);
      case "traefik-mesh" -> Optional.of(MeshName.MAESH);
      default -> Optional.empty();
    };
  }

  private static String product(Variant variant) {
    return variant.mesh().startsWith("istio-") ? "istio" : variant.mesh();
  }

  private static String proxy(Variant variant) {
    boolean envoy = variant.mesh().startsWith("istio-") || variant.mesh().startsWith("envoy");
    return envoy ? "envoy" : variant.mesh();
  }

  private static Optional<String> version(Map<String, String> facts, String program) {
    return Optional.ofNullable(facts.get(program + ".version"));
  }

  /** Whether TLS and identities were observed on every hop that claims them. */
  private static boolean mutualTls(Arm arm) {
    List<Evidence> seen =
        arm.evidence().stream()
            .filter(it -> it.promise() == Promise.ENCRYPTION || it.promise() == Promise.IDENTITY)
            .toList();
    return !seen.isEmpty()
        && seen.stream().noneMatch(Evidence::unproven)
        && seen.stream().anyMatch(it -> it.promise() == Promise.IDENTITY && it.proven());
  }

  private static OptionalInt proxyWorkers(Arm arm) {
    return arm.runs().stream()
        .map(run -> run.fairness().getOrDefault("proxy.workers", ""))
        .filter(it -> it.matches("\\d{1,4}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /** Means over the valid runs; empty where a part has other containers than those. */
  private static Optional<Use> use(Arm arm, Part part, String ending) {
    List<Use> uses = new ArrayList<>();
    for (Run run : arm.valid()) {
      List<ResourceUse> all = run.resources().stream().filter(use -> use.part() == part).toList();
      double seconds = run.measuredLoad().map(LoadResult::seconds).orElse(0.0);
      if (all.isEmpty()
          || seconds == 0
          || !all.stream().allMatch(use -> use.container().endsWith(ending))) {
        return Optional.empty();
      }
      double cpu = all.stream().mapToDouble(ResourceUse::cpuSeconds).sum();
      double memory = all.stream().mapToDouble(use -> use.comparedBytes(run.resources())).sum();
      if (Double.isNaN(cpu) || Double.isNaN(memory)) {
        return Optional.empty();
      }
      uses.add(new Use(all.size(), rounded(MILLIS * cpu / seconds), rounded(memory / MEGABYTE)));
    }
    return uses.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Use(
                uses.get(0).count(),
                rounded(uses.stream().mapToInt(Use::milliCores).average().orElseThrow()),
                rounded(uses.stream().mapToInt(Use::memory).average().orElseThrow())));
  }

  private static int rounded(double value) {
    return Math.toIntExact(Math.round(value));
  }

  private Optional<ApplicationMetadata> application() {
    String name = experiment().application().name();
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ApplicationMetadata(name, experiment().onCluster().map(it -> it.context())));
  }

  /** Response times of all valid runs together; empty without one, and of a stream. */
  Optional<PerformanceTestResult> result(PlanReport plan, Arm arm, String test, String mesh) {
    List<LoadResult> loads =
        arm.valid().stream().flatMap(run -> run.measuredLoad().stream()).toList();
    LatencyHistogram times = arm.response();
    if (times.isEmpty()) {
      return Optional.empty();
    }
    long completed = loads.stream().mapToLong(LoadResult::completed).sum();
    Map<String, String> labels = labels(plan, arm);
    labels.put("runs", arm.outcomeKeys());
    labels.put("evidence", ReportText.key(arm.evidenceMark()));
    labels.put("requests.scheduled", sum(loads.stream().map(LoadResult::scheduled).toList()));
    labels.put("requests.completed", Long.toString(completed));
    labels.put("requests.failed", sum(loads.stream().map(LoadResult::failed).toList()));
    arm.errors().ifPresent(it -> labels.put("error_ratio", decimal(it.value())));
    return Optional.of(
        new PerformanceTestResult(
            SmpJson.VERSION,
            id("result " + plan.name() + " " + arm.name()),
            labels,
            loads.stream()
                .map(LoadResult::window)
                .map(Window::start)
                .min(Instant::compareTo)
                .orElseThrow()
                .toString(),
            loads.stream()
                .map(LoadResult::window)
                .map(Window::end)
                .max(Instant::compareTo)
                .orElseThrow()
                .toString(),
            latency(times),
            completed / loads.stream().mapToDouble(LoadResult::seconds).sum(),
            "index.html",
            test,
            mesh,
            environmentId()));
  }

  private static Latency latency(LatencyHistogram times) {
    return new Latency(
        MILLIS * times.seconds(0),
        MILLIS * times.meanSeconds(),
        MILLIS * times.seconds(50),
        MILLIS * times.seconds(90),
        MILLIS * times.seconds(99),
        MILLIS * times.maxSeconds());
  }

  private Map<String, String> labels(PlanReport plan, Arm arm) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("experiment", experiment().name());
    labels.put("plan", plan.name());
    labels.put("variant", arm.name());
    labels.put("mesh", arm.variant().mesh());
    arm.runs().stream()
        .map(run -> run.fidelity().key())
        .findFirst()
        .ifPresent(fidelity -> labels.put("fidelity", fidelity));
    labels.put("platform", experiment().platform().key());
    labels.put("meshgauge.version", report.session().version());
    arm.variant().choices().forEach((name, value) -> labels.put("variant." + name, value));
    return labels;
  }

  private static String sum(List<Long> counts) {
    return Long.toString(counts.stream().mapToLong(Long::longValue).sum());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  private Experiment experiment() {
    return report.session().experiment();
  }

  private String environmentId() {
    return id("environment");
  }

  private String sessionId() {
    return id("session");
  }

  /** The same in every report of the session. */
  private String id(String of) {
    String unique = "%s %s %s".formatted(experiment().name(), report.session().started(), of);
    return UUID.nameUUIDFromBytes(unique.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
