package io.meshgauge.product.envoy;

import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Setting;
import io.meshgauge.topology.ConfigFile;
import io.meshgauge.topology.DynamicConfig;
import io.meshgauge.topology.PolicyPush;
import io.meshgauge.topology.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What of the sidecars of a variant can be changed while they run, and the files by which it is.
 *
 * <p>Envoy reads such a file anew when another is moved to its place, and a certificate with its
 * key when something is moved within the folder that it watches for them.
 *
 * @param certificates whether they are read by Envoy's secret discovery, so that new ones are taken
 * @param listeners whether those before the services are read by its listener discovery
 */
public record SidecarChanges(boolean certificates, boolean listeners) {
  private static final String FIXED = "fixed";
  private static final String WATCHED = "watched";

  /** Whether proxies read their certificates once, or watch them. */
  public static final Setting CERTIFICATES = Setting.oneOf("certificates", List.of(FIXED, WATCHED));

  /** Whether proxies read the listeners before the services once, or watch them. */
  public static final Setting LISTENERS = Setting.oneOf("listeners", List.of(FIXED, WATCHED));

  /** Which setting an act asks for. */
  private static final Map<SoakAct, Setting> ASKED =
      Map.of(SoakAct.ROTATE_CERTIFICATES, CERTIFICATES, SoakAct.PUSH_POLICY, LISTENERS);

  /** Seconds in which Istio has a listener that was changed end its connections. */
  private static final String DRAIN_SECONDS = "45";

  private static final String VERSION = "version";
  private static final String DENIED = "denied";
  private static final String PUSHED = "pushed";
  private static final String FOLDER = "folder";

  private static final ConfigTemplate SECRET =
      new ConfigTemplate(SidecarChanges.class, "certificate.yaml.mustache");
  private static final ConfigTemplate PUSHED_LISTENER =
      new ConfigTemplate(SidecarChanges.class, "listeners.yaml.mustache");

  /** What a variant asks for. */
  public static SidecarChanges of(Variant variant) {
    return new SidecarChanges(watched(CERTIFICATES, variant), watched(LISTENERS, variant));
  }

  private static boolean watched(Setting setting, Variant variant) {
    return variant.setting(setting.name(), FIXED).equals(WATCHED);
  }

  /** A variant that asks for what must be there for some acts. */
  public static Variant readyFor(Set<SoakAct> acts, Variant variant) {
    Variant ready = variant;
    for (Map.Entry<SoakAct, Setting> it : ASKED.entrySet()) {
      if (acts.contains(it.getKey())) {
        ready = ready.with(it.getValue().name(), WATCHED);
      }
    }
    return ready;
  }

  /** Why something cannot be done to a variant by its own wish; empty when it can. */
  public static Optional<String> objection(SoakAct act, Variant variant) {
    Setting setting = ASKED.get(act);
    if (setting != null && variant.setting(setting.name(), WATCHED).equals(FIXED)) {
      return Optional.of(
          "the variant %s asks for %s: %s".formatted(variant.name(), setting.name(), FIXED));
    }
    return act == SoakAct.PUSH_POLICY && variant.policy().equals(PolicySettings.NONE)
        ? Optional.of(
            "the variant %s has no policy that could be changed; expected policy: %s or %s"
                .formatted(variant.name(), PolicySettings.RBAC, PolicySettings.ABAC))
        : Optional.empty();
  }

  /** Further words of a sidecar's command line. */
  List<String> arguments() {
    return listeners ? List.of("--drain-time-s", DRAIN_SECONDS) : List.of();
  }

  /** What a template has to say of it: {@code watched}, {@code pushed}, {@code denied}. */
  Map<String, Object> gaps(Site site) {
    Map<String, String> folder = Map.of(FOLDER, folder(site).toString());
    Map<String, Object> gaps = new TreeMap<>();
    gaps.put("watched", certificates ? folder : false);
    gaps.put(PUSHED, listeners ? folder : false);
    gaps.put(DENIED, List.of());
    return gaps;
  }

  /** The files that a sidecar watches, as they are at the start. */
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
    pushes.stream()
        .filter(it -> it.proxy().equals(sidecar.name()))
        .map(PolicyPush::usual)
        .forEach(files::add);
    return files;
  }

  /**
   * How another policy is pushed to each sidecar before a service.
   *
   * @param gaps what the template of a listener has to be told
   */
  List<PolicyPush> pushes(List<Sidecar> sidecars, Site site, Map<String, Object> gaps) {
    List<PolicyPush> pushes = new ArrayList<>();
    for (Sidecar sidecar : sidecars) {
      for (Ingress in : listeners ? sidecar.ingresses() : List.<Ingress>of()) {
        Map<String, Object> usual = new TreeMap<>(gaps);
        usual.put(VERSION, PolicyPush.USUAL);
        Map<String, Object> changed = new TreeMap<>(gaps);
        changed.put(VERSION, PolicyPush.CHANGED);
        changed.put(DENIED, List.of(SidecarPolicy.denial()));
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

  /** What of some sidecars can be changed. */
  DynamicConfig of(List<Sidecar> sidecars, List<PolicyPush> pushes) {
    Map<String, String> credentials = new TreeMap<>();
    if (certificates) {
      sidecars.stream()
          .filter(Sidecar::encrypted)
          .forEach(it -> credentials.put(it.name(), it.workload()));
    }
    return new DynamicConfig(credentials, pushes);
  }

  /** Its words about certificates in the fairness manifest. */
  public String words() {
    return certificates ? ", watched for new ones" : "";
  }

  private static ConfigFile file(Sidecar sidecar, Site site, String what, String content) {
    return new ConfigFile(
        folder(site).resolve("%s-%s.yaml".formatted(sidecar.workload(), what)), content);
  }

  private static Path folder(Site site) {
    return site.folder().resolve("watched").toAbsolutePath();
  }
}
