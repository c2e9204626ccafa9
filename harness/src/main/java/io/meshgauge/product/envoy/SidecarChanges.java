package io.meshgauge.product.envoy;

import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.product.ArmFault;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Setting;
import io.meshgauge.product.envoy.Sidecar.Ingress;
import io.meshgauge.product.envoy.WatchedEndpoints.Endpoint;
import io.meshgauge.product.replica.ReplicaSettings;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DynamicConfig;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import io.meshgauge.topology.plane.DynamicConfig.Turn;
import io.meshgauge.topology.plane.DynamicConfig.Way;
import io.meshgauge.topology.plane.PolicyPush;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Which parts of the sidecars' configuration can change while they run, and the files that do so.
 *
 * <p>Envoy rereads such a file when another is moved to its place, and a certificate with its key
 * when a file is moved within the watched folder.
 *
 * @param certificates whether certificates are read through Envoy's secret discovery, so that new
 *     ones are loaded
 * @param listeners whether the listeners before the services are read through listener discovery
 * @param endpoints whether the addresses of peers are read through endpoint discovery, so that one
 *     can be drained
 * @param fault of the last process of a service once it was restarted, on purpose
 */
public record SidecarChanges(
    boolean certificates, boolean listeners, boolean endpoints, Optional<ArmFault> fault) {
  private static final String FIXED = "fixed";
  static final String WATCHED = "watched";

  /** Whether proxies read their certificates once, or watch them. */
  public static final Setting CERTIFICATES = Setting.oneOf("certificates", List.of(FIXED, WATCHED));

  /** Whether proxies read the listeners before the services once, or watch them. */
  public static final Setting LISTENERS = Setting.oneOf("listeners", List.of(FIXED, WATCHED));

  /** The setting that a change requires. */
  private static final Map<SoakAct, Setting> ASKED =
      Map.of(SoakAct.ROTATE_CERTIFICATES, CERTIFICATES, SoakAct.PUSH_POLICY, LISTENERS);

  /** Istio's default drain time of a listener that was changed. */
  private static final String DRAIN_SECONDS = "45";

  private static final String VERSION = "version";
  private static final String DENIED = "denied";
  private static final String PUSHED = "pushed";
  private static final String FOLDER = "folder";
  private static final String ENDPOINTS = "endpoints";

  private static final ConfigTemplate SECRET =
      new ConfigTemplate(SidecarChanges.class, "certificate.yaml.mustache");
  private static final ConfigTemplate PUSHED_LISTENER =
      new ConfigTemplate(SidecarChanges.class, "listeners.yaml.mustache");

  /** The changes that a variant's settings allow. */
  public static SidecarChanges of(Variant variant) {
    return new SidecarChanges(
        watched(CERTIFICATES, variant),
        watched(LISTENERS, variant),
        ReplicaSettings.draining(variant),
        ArmFault.of(variant).filter(ArmFault::restarts));
  }

  private static boolean watched(Setting setting, Variant variant) {
    return variant.setting(setting.name(), FIXED).equals(WATCHED);
  }

  /** Copy of a variant with the settings that these changes require. */
  public static Variant readyFor(Set<SoakAct> acts, Variant variant) {
    Variant ready = variant;
    for (Map.Entry<SoakAct, Setting> it : ASKED.entrySet()) {
      if (acts.contains(it.getKey())) {
        ready = ready.with(it.getValue().name(), WATCHED);
      }
    }
    return ready;
  }

  /** The reason why a variant's own settings exclude a change; empty when they allow it. */
  public static Optional<String> objection(SoakAct act, Variant variant) {
    return unwatched(act, variant)
        .or(
            () ->
                act == SoakAct.PUSH_POLICY && variant.policy().equals(PolicySettings.NONE)
                    ? Optional.of(
                        "variant %s has no policy to change; expected policy: %s or %s"
                            .formatted(variant.name(), PolicySettings.RBAC, PolicySettings.ABAC))
                    : Optional.empty());
  }

  /** The reason why the files of a change are not watched; empty when they are. */
  public static Optional<String> unwatched(SoakAct act, Variant variant) {
    Setting setting = ASKED.get(act);
    if (setting != null && variant.setting(setting.name(), WATCHED).equals(FIXED)) {
      return Optional.of(
          "variant %s has the setting %s: %s".formatted(variant.name(), setting.name(), FIXED));
    }
    boolean several =
        !variant.setting(Variant.REPLICAS, "1").equals("1")
            || TrafficSetting.CANARY.of(variant).isPresent();
    return setting != null && several
        ? Optional.of("variant %s has several processes of a service".formatted(variant.name()))
        : Optional.empty();
  }

  /** Additional command-line arguments of a sidecar. */
  List<String> arguments() {
    return listeners ? List.of("--drain-time-s", DRAIN_SECONDS) : List.of();
  }

  /** Template values {@code watched}, {@code pushed}, {@code denied}, {@code endpoints}. */
  Map<String, Object> templateValues(Site site) {
    Map<String, String> folder = Map.of(FOLDER, site.watched().toString());
    Map<String, Object> templateValues = new TreeMap<>();
    templateValues.put("watched", certificates ? folder : false);
    templateValues.put(PUSHED, listeners ? folder : false);
    templateValues.put(DENIED, false);
    templateValues.put(ENDPOINTS, endpoints ? folder : false);
    templateValues.put("exposing", exposes());
    return templateValues;
  }

  /** The watched files of a sidecar, with their initial content. */
  List<ConfigFile> files(Sidecar sidecar, Site site, List<PolicyPush> pushes) {
    List<ConfigFile> files = new ArrayList<>();
    if (certificates && sidecar.encrypted()) {
      Path identities = site.identities().toAbsolutePath();
      Map<String, String> paths =
          Map.of(
              "identities", identities.toString(),
              "current", identities.resolve(RunIdentities.CURRENT).toString());
      files.add(file(sidecar, site, "certificate", SECRET.fill(sidecar, paths)));
    }
    if (endpoints) {
      endpoints(sidecar, site).map(WatchedEndpoints::usual).forEach(files::add);
    }
    pushes.stream()
        .filter(it -> it.proxy().equals(sidecar.name()))
        .map(PolicyPush::usual)
        .forEach(files::add);
    return files;
  }

  /**
   * Policy updates for each sidecar before a service.
   *
   * @param templateValues template values of a listener
   */
  List<PolicyPush> pushes(List<Sidecar> sidecars, Site site, Map<String, Object> templateValues) {
    List<PolicyPush> pushes = new ArrayList<>();
    for (Sidecar sidecar : sidecars) {
      for (Ingress in : listeners ? sidecar.ingresses() : List.<Ingress>of()) {
        Map<String, Object> usual = new TreeMap<>(templateValues);
        usual.put(VERSION, PolicyPush.USUAL);
        Map<String, Object> changed = new TreeMap<>(templateValues);
        changed.put(VERSION, PolicyPush.CHANGED);
        changed.put(DENIED, true);
        pushes.add(
            new PolicyPush(
                sidecar.name(),
                in.server(),
                in.name(),
                file(sidecar, site, "listeners", PUSHED_LISTENER.fill(sidecar, usual)),
                file(sidecar, site, "listeners", PUSHED_LISTENER.fill(sidecar, changed))));
      }
    }
    return pushes;
  }

  /** The peers of a sidecar, as it watches them. */
  private static Stream<WatchedEndpoints> endpoints(Sidecar sidecar, Site site) {
    return sidecar.egresses().stream()
        .map(
            out ->
                new WatchedEndpoints(
                    site.watched().resolve("%s-%s.yaml".formatted(sidecar.replica(), out.name())),
                    sidecar.name(),
                    out.name(),
                    out.server(),
                    out.peers().stream().map(it -> new Endpoint(it, 1)).toList()));
  }

  /**
   * Dynamic configuration of some sidecars.
   *
   * @param configuration the whole of a sidecar, with some other template values
   */
  DynamicConfig of(
      List<Sidecar> sidecars,
      Site site,
      List<PolicyPush> pushes,
      BiFunction<Sidecar, Map<String, ?>, String> configuration) {
    Map<String, String> credentials = new TreeMap<>();
    if (certificates) {
      sidecars.stream()
          .filter(Sidecar::encrypted)
          .forEach(it -> credentials.put(it.name(), it.workload()));
    }
    return new DynamicConfig(
        credentials, pushes, endpoints ? drains(sidecars, site, configuration) : List.of());
  }

  private List<Drain> drains(
      List<Sidecar> sidecars,
      Site site,
      BiFunction<Sidecar, Map<String, ?>, String> configuration) {
    Optional<Sidecar> faulty =
        sidecars.stream()
            .filter(it -> fault.filter(of -> of.service().equals(it.workload())).isPresent())
            .max(Comparator.comparing(it -> it.replica().number()));
    Stream<Drain> restarts =
        faulty.stream()
            .map(
                it ->
                    restart(
                        it,
                        site,
                        configuration.apply(it, Map.of()),
                        faulty(it, site, configuration)));
    Optional<Replica> exposed = faulty.filter(it -> exposes()).map(Sidecar::replica);
    Stream<Drain> all =
        sidecars.stream()
            .flatMap(it -> endpoints(it, site))
            .flatMap(it -> it.drains(exposed).stream());
    return Stream.concat(restarts, all).toList();
  }

  private boolean exposes() {
    return fault.filter(it -> it.kind() == ArmFault.Kind.RESTARTED_IN_PLAINTEXT).isPresent();
  }

  private String faulty(
      Sidecar sidecar, Site site, BiFunction<Sidecar, Map<String, ?>, String> configuration) {
    return exposes()
        ? configuration.apply(sidecar.inPlaintext(), Map.of())
        : configuration.apply(
            sidecar,
            Map.of(
                "identities",
                site.identities().resolve(RunIdentities.EXPIRED).toAbsolutePath().toString()));
  }

  /** Has its usual configuration while its process is drained, and a faulty one afterwards. */
  private static Drain restart(Sidecar sidecar, Site site, String usual, String faulty) {
    Path file = site.configuration(sidecar.name() + ".yaml");
    return new Drain(
        sidecar.name(),
        List.of(sidecar.replica()),
        new Turn(new Way.Restarted(new ConfigFile(file, usual)), List.of()),
        new Turn(new Way.Restarted(new ConfigFile(file, faulty)), List.of()));
  }

  /** Certificate handling, as listed in the fairness manifest. */
  public String description() {
    return certificates ? ", watched for new ones" : "";
  }

  private static ConfigFile file(Sidecar sidecar, Site site, String what, String content) {
    return new ConfigFile(
        site.watched().resolve("%s-%s.yaml".formatted(sidecar.workload(), what)), content);
  }
}
