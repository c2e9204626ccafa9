package io.meshgauge.product.balancer;

import static java.util.Map.entry;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Setting;
import io.meshgauge.product.Settings;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.product.replica.ReplicaSettings;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.DynamicConfig;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyProcess.Check;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import io.meshgauge.topology.plane.ProxyType;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A load balancer before replicated services.
 *
 * <p>This class has what all such products share. A product defines its algorithms, its counters
 * and its options; its template is filled from a {@link Balancer}.
 */
public abstract class BalancerProduct implements Product {
  private static final String NOT_YET =
      "policies and telemetry of load balancers are not supported yet";

  private final ProxyType type;
  private final String key;
  private final String title;
  private final List<Algorithm> algorithms;
  private final ConfigTemplate template;
  private final Settings settings;
  private final Settings onCluster;

  /**
   * A product without traffic settings.
   *
   * @param key the name used in YAML, profiles and the report
   * @param title display name
   * @param template its configuration, in the package of the product's class
   * @param algorithms its algorithms; the first is the default
   */
  protected BalancerProduct(
      ProxyType type, String key, String title, String template, List<Algorithm> algorithms) {
    this(type, key, title, template, algorithms, false);
  }

  /**
   * A product.
   *
   * @param steers whether its retries, timeouts and limits are supported and can be proven
   */
  protected BalancerProduct(
      ProxyType type,
      String key,
      String title,
      String template,
      List<Algorithm> algorithms,
      boolean steers) {
    this.type = type;
    this.key = key;
    this.title = title;
    this.algorithms = List.copyOf(algorithms);
    this.template = new ConfigTemplate(getClass(), template);
    Settings own =
        new Settings(
                key,
                ReplicaSettings.algorithm(algorithms),
                ReplicaSettings.REPLICAS,
                Setting.WORKERS,
                ReplicaSettings.SLOW_REPLICA,
                ReplicaSettings.FAILING_REPLICA,
                BalancerSettings.HEALTH_CHECKS,
                BalancerSettings.TLS,
                BalancerSettings.LAYER)
            .because(NOT_YET);
    this.settings =
        steers
            ? own.withTraffic().and(List.of(TrafficSettings.OUTLIERS))
            : own.because(TrafficSettings.without(title));
    // Settings that are not listed here apply on local only: on a cluster the manifests contain the
    // rest.
    this.onCluster =
        new Settings(
                key,
                BalancerSettings.algorithmOnCluster(algorithms),
                ReplicaSettings.REPLICAS,
                ReplicaSettings.SLOW_REPLICA,
                BalancerSettings.HEALTH_CHECKS,
                BalancerSettings.TLS)
            .because(NOT_YET)
            .because(BalancerSettings.LOCAL_ONLY);
  }

  /** Names of a balancer's counters. */
  protected abstract ListenerCounters counters(Balancer balancer);

  /** Signs on its pages that it considers all replicas healthy; read if it checks them. */
  protected abstract List<Sign> signs(Balancer balancer);

  /** When it retries a request, for the fairness manifest. */
  protected abstract String retries();

  /** When it reconnects while it balances connections, for the fairness manifest. */
  protected abstract String reconnects();

  /** Whether it reports the health of replicas while it balances connections. */
  protected boolean checksConnections() {
    return true;
  }

  /** Modules that its program must load to balance connections. */
  protected List<String> modulesOfConnections() {
    return List.of();
  }

  /** Template values of the traffic rules; empty if it supports none. */
  protected Map<String, Object> templateValues(Traffic traffic) {
    return Map.of();
  }

  /** Additional command-line arguments of a balancer. */
  protected List<String> arguments(Balancer balancer) {
    return List.of();
  }

  /** How a balancer of requests drains a replica; none if the running product cannot. */
  protected Drainage drainage(Balancer balancer, Site site) {
    return Drainage.NONE;
  }

  /** Whether {@link #drainage} is supported. */
  protected boolean drains() {
    return false;
  }

  /** Its algorithms; the first is the default. */
  public final List<Algorithm> algorithms() {
    return algorithms;
  }

  private static String names(List<Algorithm> some) {
    return String.join(", ", some.stream().map(Algorithm::name).toList());
  }

  @Override
  public final Descriptor descriptor() {
    return Descriptor.of(
            key,
            title,
            PlatformSupport.runs(
                Fidelity.REAL,
                "One process before every service distributes calls over its replicas (setting algorithm: %s)."
                    .formatted(names(algorithms))),
            PlatformSupport.runs(
                Fidelity.REAL,
                "One pod before every service distributes calls over the pods of its replicas (setting algorithm: %s)."
                    .formatted(names(BalancerSettings.provenOnCluster(algorithms)))))
        .as(Descriptor.Role.LOAD_BALANCER)
        .running(type.program());
  }

  @Override
  public final Requirements requirements(Variant variant, PlatformKind platform) {
    Set<String> programs = new TreeSet<>(Set.of(type.program()));
    if (platform == PlatformKind.LOCAL && BalancerSettings.spreadsConnections(variant)) {
      programs.addAll(modulesOfConnections());
    }
    return Requirements.programs(programs);
  }

  @Override
  public final Guarantees claims(Variant variant) {
    Guarantees claims = new Guarantees(Proxies.BEFORE_SERVER, false);
    return BalancerSettings.terminates(variant) ? claims.withTlsAtEntry() : claims;
  }

  /** Whether it counts the bytes of a TCP stream. */
  public boolean carriesStreams() {
    return true;
  }

  @Override
  public final ProductDesign design(Variant variant) {
    return ProductDesign.of(
            site -> local(variant, site),
            () -> kubernetes(variant),
            Faults.ofProcesses(key, Requirements.NONE))
        .carrying(platform -> carriesStreams())
        .replicated(topology -> chosen(variant).replication().replicated(topology))
        // The requests of a connection that is balanced as a whole stay where it is.
        .draining(drains() && !chosen(variant).connections());
  }

  @Override
  public final List<String> problems(Variant variant, PlatformKind platform) {
    Settings known = platform == PlatformKind.LOCAL ? settings : onCluster;
    List<String> problems = new ArrayList<>(known.problems(variant));
    if (problems.isEmpty()) {
      problems.addAll(BalancerSettings.problems(variant, algorithms));
      if (BalancerSettings.spreadsConnections(variant)
          && !checksConnections()
          && variant.setting(BalancerSettings.HEALTH_CHECKS.name(), "off").equals("on")) {
        problems.add(
            "setting health-checks: 'on' on mesh %s with layer tcp: expected off: it does not report whether it has found the replicas"
                .formatted(key));
      }
    }
    return problems;
  }

  private BalancerSettings chosen(Variant variant) {
    BalancerSettings chosen = BalancerSettings.of(variant, algorithms);
    return chosen.connections() && !checksConnections() ? chosen.unchecked() : chosen;
  }

  private DataPlane local(Variant variant, Site site) {
    Traffic traffic = TrafficSettings.of(variant);
    Map<String, Object> templateValues = templateValues(traffic);
    BalancerLayout layout = BalancerLayout.of(site, chosen(variant));
    Map<String, Drainage> drainages = new TreeMap<>();
    for (Balancer it : layout.balancers()) {
      boolean drained = ReplicaSettings.draining(variant) && !it.bytes();
      drainages.put(it.name(), drained ? drainage(it, site) : Drainage.NONE);
    }
    return layout
        .dataPlane(
            it -> process(it, templateValues, drainages.getOrDefault(it.name(), Drainage.NONE)),
            this::counters)
        .steeredBy(traffic)
        .changing(
            DynamicConfig.NONE.draining(
                drainages.values().stream().flatMap(it -> it.drains().stream()).toList()));
  }

  private ClusterDesign kubernetes(Variant variant) {
    Map<String, Object> templateValues = templateValues(Traffic.AS_USUAL);
    return new BalancerPods(
        key,
        type,
        chosen(variant),
        balancer -> process(balancer, templateValues, Drainage.NONE),
        this::counters);
  }

  @Override
  public final SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    BalancerSettings chosen = chosen(variant);
    Map<String, String> factors = new TreeMap<>(Fairness.NO_SECURITY);
    factors.put("factor.balancing", chosen.description());
    if (chosen.tls()) {
      factors.put("factor.cipher", "negotiated with the load at the entry, none behind it");
      factors.put("factor.tls version", "negotiated with the load at the entry, none behind it");
    }
    Map<String, String> lines =
        new TreeMap<>(
            Map.ofEntries(
                entry("access log", "off"),
                entry("circuit breaker", "no limits"),
                entry("http version", "HTTP/1.1, HTTP/2 for gRPC"),
                entry("keep-alive", "on, idle for up to 1 h"),
                entry("rate limit", "none"),
                entry("retries", chosen.connections() ? reconnects() : retries()),
                entry("telemetry", title + "'s counters"),
                entry(
                    "timeouts",
                    chosen.connections()
                        ? "1 h per idle connection, 10 s to connect"
                        : "1 h per request, 10 s to connect"),
                entry("tracing", "off"),
                entry("workers", Integer.toString(chosen.workers()))));
    Map<String, String> steered =
        TrafficSettings.manifest(TrafficSettings.of(variant), "the balancer");
    for (TrafficSetting setting : TrafficSetting.values()) {
      setting.of(variant).ifPresent(set -> lines.put(setting.line(), steered.get(setting.line())));
    }
    return Fairness.manifest(variant, factors, lines);
  }

  private ProxyProcess process(
      Balancer balancer, Map<String, Object> templateValues, Drainage drainage) {
    Map<String, Object> values = new TreeMap<>(templateValues);
    values.put("drainage", drainage.templateValue());
    return new ProxyProcess(
            balancer.name(),
            balancer.service(),
            type,
            template.fill(balancer, values),
            arguments(balancer),
            balancer.admin(),
            balancer.workers(),
            balancer.checked()
                ? signs(balancer).stream().map(sign -> sign.checking(checks(balancer))).toList()
                : List.of())
        .loading(balancer.balancing().byConnection() ? modulesOfConnections() : List.of())
        .reading(drainage.files());
  }

  private static List<Check> checks(Balancer balancer) {
    return balancer.servers().stream()
        .map(server -> new Check(server.address(), balancer.page()))
        .toList();
  }
}
