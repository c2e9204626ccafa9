package io.meshgauge.mesh.balancer;

import static java.util.Map.entry;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.ConfigTemplate;
import io.meshgauge.mesh.Fairness;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Setting;
import io.meshgauge.mesh.Settings;
import io.meshgauge.mesh.Support;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.Claims.Proxies;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.ProxyKind;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.ProxyProcess.Sign;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A load balancer before replicated services, in plaintext.
 *
 * <p>What products do alike is here. A product says what its algorithms, its counters and its
 * choices are called; its template is filled from a {@link Balancer}.
 */
public abstract class BalancerMesh implements Mesh {
  private final ProxyKind kind;
  private final String key;
  private final String title;
  private final List<Algorithm> algorithms;
  private final ConfigTemplate template;
  private final Settings settings;

  /**
   * A product.
   *
   * @param key the name used in YAML, profiles and the report
   * @param title the name printed for people
   * @param template its configuration, beside the product's class
   * @param algorithms what it can do; the first is the default
   */
  protected BalancerMesh(
      ProxyKind kind, String key, String title, String template, List<Algorithm> algorithms) {
    this.kind = kind;
    this.key = key;
    this.title = title;
    this.algorithms = List.copyOf(algorithms);
    this.template = new ConfigTemplate(getClass(), template);
    this.settings =
        new Settings(
                key,
                BalancerSettings.algorithm(algorithms),
                BalancerSettings.REPLICAS,
                Setting.WORKERS,
                BalancerSettings.SLOW_REPLICA,
                BalancerSettings.HEALTH_CHECKS,
                BalancerSettings.TLS)
            .because("policies and telemetry of load balancers are not driven yet");
  }

  /** The names of a balancer's counters. */
  protected abstract Listener.Names counters(Balancer balancer);

  /** What its pages say once it takes all replicas for healthy; asked where it checks them. */
  protected abstract List<Sign> signs(Balancer balancer);

  /** When it sends a request again, in words. */
  protected abstract String retries();

  /** Its command line beyond what every balancer of its kind has. */
  protected List<String> arguments(Balancer balancer) {
    return List.of();
  }

  @Override
  public final String key() {
    return key;
  }

  @Override
  public final String title(PlatformKind platform) {
    return title;
  }

  @Override
  public final Support on(PlatformKind platform) {
    return switch (platform) {
      case LOCAL ->
          Support.runs(
              Fidelity.REAL,
              "One process before every service spreads calls over its replicas (setting algorithm: %s)."
                  .formatted(String.join(", ", algorithms.stream().map(Algorithm::name).toList())));
      case KUBERNETES ->
          Support.notOnKubernetesYet(
              key, "make the %s image available to the cluster".formatted(kind.program()));
    };
  }

  @Override
  public final Set<String> needs(PlatformKind platform) {
    return Set.of(kind.program());
  }

  @Override
  public final Claims claims() {
    return new Claims(Proxies.BEFORE_SERVER, false);
  }

  @Override
  public final Claims claims(Variant variant) {
    return BalancerSettings.terminates(variant) ? claims().withTlsAtEntry() : claims();
  }

  @Override
  public final List<String> problems(Variant variant, PlatformKind platform) {
    List<String> problems = new ArrayList<>(settings.problems(variant));
    if (problems.isEmpty()) {
      problems.addAll(BalancerSettings.problems(variant));
    }
    return problems;
  }

  @Override
  public final Topology replicated(Variant variant, Topology topology) {
    return BalancerLayout.replicated(topology, BalancerSettings.of(variant, algorithms));
  }

  @Override
  public final DataPlane local(Variant variant, Site site) {
    return BalancerLayout.of(site, BalancerSettings.of(variant, algorithms))
        .dataPlane(this::process, this::counters);
  }

  @Override
  public final ClusterDesign kubernetes(Variant variant) {
    throw new IllegalStateException(
        "mesh %s cannot run on kubernetes. %s".formatted(key, on(PlatformKind.KUBERNETES).words()));
  }

  @Override
  public final SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    BalancerSettings chosen = BalancerSettings.of(variant, algorithms);
    Map<String, String> factors = new TreeMap<>(Fairness.NO_SECURITY);
    factors.put("factor.balancing", chosen.words());
    if (chosen.tls()) {
      factors.put("factor.cipher", "agreed with the load where it enters, none behind it");
      factors.put("factor.tls version", "agreed with the load where it enters, none behind it");
    }
    return Fairness.manifest(
        variant,
        factors,
        Map.ofEntries(
            entry("access log", "off"),
            entry("circuit breaker", "no limits"),
            entry("http version", "HTTP/1.1, HTTP/2 for gRPC"),
            entry("keep-alive", "on, idle for up to 1 h"),
            entry("rate limit", "none"),
            entry("retries", retries()),
            entry("telemetry", title + "'s counters"),
            entry("timeouts", "1 h per request, 10 s to connect"),
            entry("tracing", "off"),
            entry("workers", Integer.toString(chosen.workers()))));
  }

  private ProxyProcess process(Balancer balancer) {
    return new ProxyProcess(
        balancer.name(),
        balancer.service(),
        kind,
        template.fill(balancer, Map.of()),
        arguments(balancer),
        balancer.admin(),
        balancer.workers(),
        balancer.checked() ? signs(balancer) : List.of());
  }
}
