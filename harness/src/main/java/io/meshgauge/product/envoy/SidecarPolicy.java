package io.meshgauge.product.envoy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.policy.Rule;
import io.meshgauge.product.ApplicationRules;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.envoy.Sidecar.Ingress;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Policy configuration of the sidecars of a variant, and the decision point they may ask. */
public final class SidecarPolicy {
  /** Value of setting {@code fault}: proxies count what they would refuse, and refuse nothing. */
  public static final String NOT_ENFORCED = "policy-not-enforced";

  /** Process name of the decision point. */
  static final String DECISION_POINT = "decision-point";

  /** Size of the decision cache; a plan has a few dozen distinct decisions. */
  private static final int DECISION_CACHE_SIZE = 1024;

  /** Columns before the keys of a filter in the templates. */
  private static final int FILTER_INDENT = 12;

  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, List<Rule>> services;
  private final @Nullable PolicySettings settings;
  private final @Nullable Function<String, String> principal;
  private final @Nullable Decider decider;
  private final boolean enforced;

  /** The service that asks it, and addresses for decisions and for administration. */
  private record Decider(String service, Address decisions, Address admin) {}

  private SidecarPolicy(
      Map<String, List<Rule>> services,
      @Nullable PolicySettings settings,
      @Nullable Function<String, String> principal,
      @Nullable Decider decider,
      boolean enforced) {
    this.services = services;
    this.settings = settings;
    this.principal = principal;
    this.decider = decider;
    this.enforced = enforced;
  }

  /**
   * The policy of a variant at a site; a TCP stream is opaque and has none.
   *
   * @param principal the name in the certificate of a workload; null without mutual TLS
   */
  public static SidecarPolicy of(
      Variant variant, Site site, @Nullable Function<String, String> principal) {
    PolicySettings settings = PolicySettings.of(variant).orElse(null);
    Optional<String> entry = site.topology().entry();
    if (settings == null || entry.isEmpty()) {
      return new SidecarPolicy(Map.of(), null, principal, null, true);
    }
    return new SidecarPolicy(
        settings.policy().services(),
        settings,
        principal,
        settings.external() ? new Decider(entry.get(), site.free(), site.free()) : null,
        !variant.setting(ApplicationRules.FAULT, "").equals(NOT_ENFORCED));
  }

  /**
   * The filters that enforce it before a service, as YAML of an item of the listener's filters;
   * empty for a service without rules or with a decision point.
   */
  List<String> filters(List<Hop> hops) {
    String service = hops.get(0).server();
    return rules(service).stream()
        .filter(rules -> !asksDecisionPoint(service))
        .map(rules -> new RbacFilter(principal).filter(rules, enforced))
        .map(filter -> filter.indent(FILTER_INDENT).strip())
        .toList();
  }

  /** The decision point that the filters before a service ask; empty when they decide locally. */
  List<Address> deciders(List<Hop> hops) {
    return decider != null && asksDecisionPoint(hops.get(0).server())
        ? List.of(decider.decisions())
        : List.of();
  }

  /** The processes it needs in addition to the sidecars. */
  List<ProxyProcess> processes() {
    return decider == null
        ? List.of()
        : List.of(
            new ProxyProcess(
                DECISION_POINT,
                decider.service(),
                new DecisionPointType(),
                JSON.writeValueAsString(configuration(decider)),
                decider.admin(),
                1));
  }

  /** The enforcement points before a service, with the names of their counters. */
  List<PolicyEnforcementPoint> guards(String proxy, Ingress ingress) {
    return rules(ingress.server()).stream()
        .map(
            rules ->
                asksDecisionPoint(ingress.server())
                    ? EnvoyCounters.externalAuthorization(ingress.server(), proxy, ingress.name())
                    : EnvoyCounters.rbac(ingress.server(), proxy, ingress.name()))
        .toList();
  }

  /** The decisions as counted by the decision point. */
  List<PolicyEnforcementPoint> decisions() {
    return decider == null || settings == null
        ? List.of()
        : List.of(
            PolicyEnforcementPoint.before(decider.service(), DECISION_POINT)
                .named("decisions for " + decider.service())
                .counting(CounterSource.of("decision.allowed"), CounterSource.of("decision.denied"))
                .caching(CounterSource.of("decision.remembered"), settings.remembering()));
  }

  private boolean asksDecisionPoint(String service) {
    return decider != null && service.equals(decider.service());
  }

  private Optional<List<Rule>> rules(String service) {
    return Optional.ofNullable(services.get(service));
  }

  /** Configuration of the decision point: listening address and rules. */
  private Map<String, Object> configuration(Decider at) {
    Map<String, Object> configuration = new LinkedHashMap<>();
    configuration.put("host", at.decisions().host());
    configuration.put("port", at.decisions().port());
    configuration.put("adminPort", at.admin().port());
    configuration.put("identities", principal != null);
    configuration.put(
        "remember", settings != null && settings.remembering() ? DECISION_CACHE_SIZE : 0);
    configuration.put(
        "policy", settings == null ? Map.of() : settings.policy().toMap(at.service()));
    return configuration;
  }
}
