package io.meshgauge.product.istio;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.Spiffe;
import io.meshgauge.product.ApplicationRules;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Setting;
import io.meshgauge.product.Settings;
import io.meshgauge.product.SizeSettings;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.product.envoy.EnvoyRelease;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.envoy.SidecarChanges;
import io.meshgauge.product.envoy.SidecarLayout;
import io.meshgauge.product.envoy.SidecarPolicy;
import io.meshgauge.product.envoy.SidecarSettings;
import io.meshgauge.product.envoy.TokenCheck;
import io.meshgauge.product.envoy.TrafficTemplateValues;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.Cipher;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Istio's sidecars with STRICT mutual TLS or without: Istio itself on a cluster, a model of it on
 * this machine.
 *
 * <p>Setting {@code fault: plaintext-listener:SERVICE} of mTLS turns TLS off before one service and
 * at its callers while mTLS is still claimed; {@code fault: certificates-optional} of the model
 * accepts clients without a certificate, or with one of another trust domain; {@code fault:
 * policy-not-enforced} of the model counts what its policy would refuse, and refuses nothing;
 * {@code connections-kept}, {@code not-upgraded}, {@code sessions-resumed} and {@code tls-as-usual}
 * of the model ignore settings of connections; {@code canary-share} of the model sends twice the
 * declared share of the requests to a second version; {@code injection-off} of the model injects no
 * declared fault. All demonstrate that the evidence fails.
 */
public final class IstioSidecar implements Product {
  private static final String FAULT_PREFIX = "plaintext-listener:";
  private static final String OPTIONAL_CERTIFICATES = "certificates-optional";
  private static final String CONNECTIONS_KEPT = "connections-kept";
  private static final String NOT_UPGRADED = "not-upgraded";
  private static final String SESSIONS_RESUMED = "sessions-resumed";
  private static final String TLS_AS_USUAL = "tls-as-usual";
  private static final String CANARY_SHARE = "canary-share";
  private static final String INJECTION_OFF = "injection-off";
  private static final String NO_FAULT = "none";
  private static final String NO_OBJECT = "Istio has no object for one namespace's workloads";
  private static final Setting FAULT = Setting.ofService(ApplicationRules.FAULT, FAULT_PREFIX);
  private static final ConfigTemplate TEMPLATE =
      new ConfigTemplate(IstioSidecar.class, "sidecar.yaml.mustache");

  /** Istio's default first. */
  private static final List<Algorithm> ALGORITHMS =
      List.of(SidecarSettings.ALGORITHMS.get(1), SidecarSettings.ALGORITHMS.get(0));

  private final boolean encrypted;
  private final Settings settings;

  private IstioSidecar(boolean encrypted) {
    this.encrypted = encrypted;
    Settings known =
        encrypted
            ? new Settings(
                key(),
                SidecarSettings.and(
                    ALGORITHMS,
                    Setting.WORKERS,
                    Setting.TAP,
                    FAULT
                        .or(OPTIONAL_CERTIFICATES)
                        .or(SidecarPolicy.NOT_ENFORCED)
                        .or(CONNECTIONS_KEPT)
                        .or(NOT_UPGRADED)
                        .or(SESSIONS_RESUMED)
                        .or(TLS_AS_USUAL)
                        .or(EnvoyRelease.FAULT)
                        .or(CANARY_SHARE)
                        .or(INJECTION_OFF),
                    EnvoyRelease.SETTING,
                    SidecarChanges.CERTIFICATES,
                    SidecarChanges.LISTENERS))
            : new Settings(
                key(),
                SidecarSettings.and(
                    ALGORITHMS,
                    Setting.WORKERS,
                    Setting.TAP,
                    EnvoyRelease.SETTING,
                    SidecarChanges.LISTENERS));
    this.settings =
        known
            .withPolicies(PolicySettings.RBAC, PolicySettings.ABAC, PolicySettings.EXTERNAL)
            .withTelemetry(Telemetry.ALL)
            .withTraffic()
            .and(encrypted ? TrafficSettings.TLS : List.of())
            .and(TrafficSettings.ROUTING)
            .and(SizeSettings.ALL);
  }

  /** With STRICT mutual TLS. */
  public static IstioSidecar mtls() {
    return new IstioSidecar(true);
  }

  /** Without TLS. */
  public static IstioSidecar plaintext() {
    return new IstioSidecar(false);
  }

  private String key() {
    return encrypted ? "istio-mtls" : "istio-plaintext";
  }

  @Override
  public Descriptor descriptor() {
    String mode = encrypted ? "mTLS" : "plaintext";
    return Descriptor.of(
            key(),
            "Istio sidecar, " + mode,
            PlatformSupport.runs(
                Fidelity.MODEL,
                "Istio's sidecar rebuilt from upstream Envoy at Istio's defaults; without Istio's own"
                    + " stats, metadata-exchange and ALPN filters, iptables and istiod."),
            PlatformSupport.runs(
                Fidelity.REAL,
                "Istio's own sidecars, injected by the cluster's istiod, which must be installed"
                    + " (`istioctl install`)."))
        .modelled("Istio sidecar model, " + mode)
        .running(EnvoyType.PROGRAM);
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    return platform == PlatformKind.LOCAL
        ? Requirements.programs(
                PolicySettings.programs(
                    Set.of(EnvoyRelease.program(variant, variant.setting(FAULT.name(), NO_FAULT))),
                    variant))
            .certifiedBy(certificateKey(variant))
        : new Requirements(
            PolicySettings.programs(Set.of(), variant),
            Optional.of(IstioControlPlane.SIDECARS),
            List.of());
  }

  private static Optional<CertificateKey> certificateKey(Variant variant) {
    return TrafficSettings.of(variant)
        .connections()
        .certificateKey()
        .filter(it -> !variant.setting(FAULT.name(), NO_FAULT).equals(TLS_AS_USUAL));
  }

  @Override
  public Guarantees claims(Variant variant) {
    return PolicySettings.claims(new Guarantees(Proxies.BOTH_SIDES, encrypted), variant);
  }

  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.of(
            site ->
                EnvoyRelease.released(
                    local(variant, site), variant, variant.setting(FAULT.name(), NO_FAULT)),
            () -> kubernetes(variant),
            new SidecarFaults(variant))
        .replicated(topology -> settings(variant).topology(topology))
        .draining(true)
        .callable();
  }

  private static SidecarSettings settings(Variant variant) {
    return SidecarSettings.of(variant, ALGORITHMS);
  }

  /** Soak faults of the model's sidecars, and of the control plane on a cluster. */
  private final class SidecarFaults implements Faults {
    private final Variant variant;

    SidecarFaults(Variant variant) {
      this.variant = variant;
    }

    @Override
    public Optional<String> objection(SoakAct act, PlatformKind platform) {
      if (act.kills() || act == SoakAct.PAUSE_CONTROL_PLANE) {
        return Faults.ofProcesses(key(), requirements(variant, platform)).objection(act, platform);
      }
      if (platform == PlatformKind.KUBERNETES) {
        return Optional.of(
            "on a cluster the control plane of %s does this on its own schedule".formatted(key()));
      }
      return act == SoakAct.ROTATE_CERTIFICATES && !encrypted
          ? Optional.of(key() + " has no certificates because it does not use mutual TLS")
          : SidecarChanges.objection(act, variant);
    }

    @Override
    public Optional<String> policyChange(PlatformKind platform) {
      return platform == PlatformKind.LOCAL
          ? SidecarChanges.unwatched(SoakAct.PUSH_POLICY, variant)
          : Optional.empty();
    }

    @Override
    public List<String> denial(String path) {
      return AuthorizationPolicies.denying(path);
    }

    @Override
    public Optional<ProductDesign> prepared(Set<SoakAct> acts) {
      return Optional.of(design(SidecarChanges.readyFor(acts, variant)));
    }
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    if (platform == PlatformKind.LOCAL) {
      List<String> problems = settings.problems(variant);
      return problems.isEmpty() ? SidecarSettings.problems(variant) : problems;
    }
    Settings known =
        (encrypted ? new Settings(key(), FAULT) : new Settings(key()))
            .withPolicies(PolicySettings.RBAC, PolicySettings.ABAC)
            .withTelemetry(IstioTelemetry.SUPPORTED)
            .because(IstioTelemetry.UNSUPPORTED)
            .because(
                Map.of(
                    PolicySettings.EXTERNAL,
                    "a decision point would have to be named in the control plane's configuration",
                    TrafficSetting.TLS_RESUMPTION.key(),
                    NO_OBJECT,
                    TrafficSetting.TLS_VERSION.key(),
                    NO_OBJECT,
                    TrafficSetting.KEY_EXCHANGE.key(),
                    NO_OBJECT,
                    TrafficSetting.CERTIFICATE_KEY.key(),
                    NO_OBJECT,
                    TrafficSetting.TLS_CIPHER.key(),
                    NO_OBJECT))
            .withTraffic()
            .and(TrafficSettings.ROUTING)
            .and(SizeSettings.ALL);
    List<String> problems = known.problems(variant);
    return AuthorizationPolicies.UNSUPPORTED.after(
        problems.isEmpty() ? SidecarSettings.problems(variant) : problems, variant);
  }

  private DataPlane local(Variant variant, Site site) {
    boolean tapped = variant.setting(Setting.TAP.name(), "off").equals("on");
    String fault = variant.setting(FAULT.name(), NO_FAULT);
    return SidecarLayout.of(
            site,
            settings(variant),
            tapped,
            service -> encrypted && !fault.equals(FAULT_PREFIX + service),
            SidecarPolicy.of(variant, site, encrypted ? IstioSidecar::principal : null))
        .dataPlane(TEMPLATE, templateValues(site, fault, TrafficSettings.of(variant)));
  }

  private static Map<String, Object> templateValues(Site site, String fault, Traffic traffic) {
    Map<String, Object> values = new TreeMap<>();
    values.put("identities", site.identities().toAbsolutePath().toString());
    values.put("trustDomain", Spiffe.TRUST_DOMAIN);
    values.put("certificatesOptional", fault.equals(OPTIONAL_CERTIFICATES));
    if (fault.equals(CONNECTIONS_KEPT)) {
      values.put("lifetime", false);
    }
    if (fault.equals(NOT_UPGRADED)) {
      values.put("upgraded", false);
    }
    if (fault.equals(SESSIONS_RESUMED)) {
      values.put("unresumed", false);
    }
    if (fault.equals(TLS_AS_USUAL)) {
      values.putAll(TrafficTemplateValues.of(Traffic.AS_USUAL.routed(traffic.routing())));
    }
    if (fault.equals(INJECTION_OFF)) {
      values.put("injectDelay", false);
      values.put("injectAbort", false);
    }
    if (fault.equals(CANARY_SHARE)) {
      traffic
          .routing()
          .canary()
          .ifPresent(it -> values.putAll(TrafficTemplateValues.weights(it.doubled())));
    }
    return values;
  }

  private ClusterDesign kubernetes(Variant variant) {
    return new IstioSidecars(
        key(),
        encrypted,
        PolicySettings.of(variant).orElse(null),
        new IstioTelemetry(Telemetry.of(variant)),
        settings(variant),
        plain(variant));
  }

  private static Optional<String> plain(Variant variant) {
    return Optional.of(variant.setting(FAULT.name(), NO_FAULT))
        .filter(it -> it.startsWith(FAULT_PREFIX))
        .map(it -> it.substring(FAULT_PREFIX.length()));
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    Map<String, String> proxies = new TreeMap<>(settings(variant).manifest());
    if (platform == PlatformKind.KUBERNETES) {
      proxies.putAll(new IstioTelemetry(Telemetry.of(variant)).manifest());
    }
    return Fairness.manifest(
        variant,
        Map.of(
            "factor.balancing",
            settings(variant).balancing(),
            "factor.cipher",
            encrypted ? cipher(variant) : "none",
            "factor.peer identity",
            encrypted ? identity(platform) + SidecarChanges.of(variant).description() : "none",
            "factor.policy",
            policy(variant),
            "factor.request authentication",
            TokenCheck.MANIFEST_LINE,
            "factor.tls version",
            encrypted
                ? TrafficSettings.tls(TrafficSettings.of(variant)) + ", mutual, STRICT"
                : "none (plaintext)"),
        proxies);
  }

  private static String cipher(Variant variant) {
    return TrafficSettings.of(variant)
        .connections()
        .cipher()
        .map(Cipher::key)
        .orElse("Istio's list; the negotiated one is in the evidence");
  }

  private static String identity(PlatformKind platform) {
    return platform == PlatformKind.LOCAL
        ? "SPIFFE, exact name, EC P-256"
        : "SPIFFE, exact name, key type chosen by Istio; only the callers of each service are allowed";
  }

  private String policy(Variant variant) {
    return PolicySettings.of(variant)
        .map(policy -> policy.description(encrypted))
        .orElse(PolicySettings.NONE);
  }

  /** The name in the certificate of a workload of the model. */
  private static String principal(String workload) {
    return "spiffe://%s/ns/meshgauge/sa/%s".formatted(Spiffe.TRUST_DOMAIN, workload);
  }
}
