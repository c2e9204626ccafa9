package io.meshgauge.product.envoy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.CounterSource;
import io.meshgauge.policy.Rule;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.PolicyEnforcementPoint;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What the sidecars of a variant are told of its policy, and the decision point they may ask. */
public final class SidecarPolicy {
  /** The name of the decision point's process. */
  static final String DECISION_POINT = "decision-point";

  private static final String CLUSTER = "decision_point";

  /** Decisions a decision point remembers; a plan has some dozens that differ. */
  private static final int MEMORY = 1024;

  /** The path that the probes of the evidence ask for, which no service has. */
  private static final String OUR_QUESTION = "/meshgauge-probe";

  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, List<Rule>> services;
  private final @Nullable PolicySettings settings;
  private final @Nullable Function<String, String> principal;
  private final @Nullable Decider decider;

  /** Where a decision point is asked, and where it tells of itself. */
  private record Decider(Address asked, Address admin) {}

  private SidecarPolicy(
      Map<String, List<Rule>> services,
      @Nullable PolicySettings settings,
      @Nullable Function<String, String> principal,
      @Nullable Decider decider) {
    this.services = services;
    this.settings = settings;
    this.principal = principal;
    this.decider = decider;
  }

  /**
   * The policy of a variant at a site; a TCP stream, of which nothing is known, has none.
   *
   * @param principal the name in the certificate of a workload; null without mutual TLS
   */
  public static SidecarPolicy of(
      Variant variant, Site site, @Nullable Function<String, String> principal) {
    PolicySettings settings = PolicySettings.of(variant).orElse(null);
    if (settings == null || !site.topology().services().contains(Topology.ENTRY)) {
      return new SidecarPolicy(Map.of(), null, principal, null);
    }
    return new SidecarPolicy(
        settings.policy().services(),
        settings,
        principal,
        settings.external() ? new Decider(site.free(), site.free()) : null);
  }

  /** The filters that enforce it before a service, a line of JSON each; none where it is open. */
  List<String> filters(List<Hop> hops) {
    String service = hops.get(0).server();
    return rules(service).stream()
        .map(rules -> asked(service) ? question() : new RbacFilter(principal).filter(rules))
        .map(JSON::writeValueAsString)
        .toList();
  }

  /**
   * A filter that refuses our own question, whoever asks it, and nothing else. It counts by itself:
   * to it every request of the load is one that it lets pass once more.
   */
  static String denial() {
    return JSON.writeValueAsString(RbacFilter.denying(OUR_QUESTION, "pushed"));
  }

  /** The decision point that the filters before a service ask; none where they do not. */
  List<Address> deciders(List<Hop> hops) {
    return decider != null && asked(hops.get(0).server()) ? List.of(decider.asked()) : List.of();
  }

  /** The processes it needs beside the sidecars. */
  List<ProxyProcess> processes() {
    return decider == null
        ? List.of()
        : List.of(
            new ProxyProcess(
                DECISION_POINT,
                Topology.ENTRY,
                new DecisionPointType(),
                JSON.writeValueAsString(orders(decider)),
                decider.admin(),
                1));
  }

  /** The place where it is enforced before a service, and what its counters are called. */
  List<PolicyEnforcementPoint> guards(String proxy, Ingress ingress) {
    return rules(ingress.server()).stream()
        .map(
            rules ->
                asked(ingress.server())
                    ? EnvoyCounters.externalAuthorization(ingress.server(), proxy, ingress.name())
                    : EnvoyCounters.rbac(ingress.server(), proxy, ingress.name()))
        .toList();
  }

  /** The decisions as the decision point itself counts them. */
  List<PolicyEnforcementPoint> decisions() {
    return decider == null || settings == null
        ? List.of()
        : List.of(
            PolicyEnforcementPoint.before(Topology.ENTRY, DECISION_POINT)
                .named("decisions for " + Topology.ENTRY)
                .counting(CounterSource.of("decision.allowed"), CounterSource.of("decision.denied"))
                .caching(CounterSource.of("decision.remembered"), settings.remembering()));
  }

  private boolean asked(String service) {
    return decider != null && service.equals(Topology.ENTRY);
  }

  private Optional<List<Rule>> rules(String service) {
    return Optional.ofNullable(services.get(service));
  }

  /** What the decision point is told: where to listen, and the rules as they are. */
  private Map<String, Object> orders(Decider at) {
    Map<String, Object> orders = new LinkedHashMap<>();
    orders.put("host", at.asked().host());
    orders.put("port", at.asked().port());
    orders.put("adminPort", at.admin().port());
    orders.put("identities", principal != null);
    orders.put("remember", settings != null && settings.remembering() ? MEMORY : 0);
    orders.put("policy", settings == null ? Map.of() : settings.policy().toMap(Topology.ENTRY));
    return orders;
  }

  /** Asks for every request. Who cannot be asked lets nobody pass, and that is no refusal: 503. */
  private static Map<String, Object> question() {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("@type", "type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz");
    config.put("transport_api_version", "V3");
    config.put("failure_mode_allow", false);
    config.put("status_on_error", Map.of("code", "ServiceUnavailable"));
    config.put("metadata_context_namespaces", List.of(RbacFilter.TOKENS));
    config.put(
        "grpc_service", Map.of("envoy_grpc", Map.of("cluster_name", CLUSTER), "timeout", "5s"));
    return Map.of("name", "envoy.filters.http.ext_authz", "typed_config", config);
  }
}
