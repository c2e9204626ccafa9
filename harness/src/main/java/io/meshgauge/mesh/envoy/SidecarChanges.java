package io.meshgauge.mesh.envoy;

import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.mesh.ConfigTemplate;
import io.meshgauge.mesh.Setting;
import io.meshgauge.topology.Changes;
import io.meshgauge.topology.ConfigFile;
import io.meshgauge.topology.Site;
import java.nio.file.Path;
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
 */
public record SidecarChanges(boolean certificates) {
  private static final String FIXED = "fixed";
  private static final String WATCHED = "watched";

  /** Whether proxies read their certificates once, or watch them. */
  public static final Setting CERTIFICATES = Setting.oneOf("certificates", List.of(FIXED, WATCHED));

  /** Sidecars of which nothing can be changed. */
  public static final SidecarChanges NONE = new SidecarChanges(false);

  private static final ConfigTemplate SECRET =
      new ConfigTemplate(SidecarChanges.class, "certificate.yaml.mustache");

  /** What a variant asks for. */
  public static SidecarChanges of(Variant variant) {
    return new SidecarChanges(variant.setting(CERTIFICATES.name(), FIXED).equals(WATCHED));
  }

  /** A variant that asks for what must be there for some acts. */
  public static Variant readyFor(Set<SoakAct> acts, Variant variant) {
    return acts.contains(SoakAct.ROTATE_CERTIFICATES)
        ? variant.with(CERTIFICATES.name(), WATCHED)
        : variant;
  }

  /** Why certificates of a variant cannot be replaced; empty when they can. */
  public static Optional<String> fixed(Variant variant) {
    return variant.setting(CERTIFICATES.name(), WATCHED).equals(FIXED)
        ? Optional.of(
            "the variant %s asks for %s: %s".formatted(variant.name(), CERTIFICATES.name(), FIXED))
        : Optional.empty();
  }

  /** What a template has to say of it: {@code watched}. */
  Map<String, Object> gaps(Site site) {
    return Map.of(
        "watched", certificates ? Map.of("folder", folder(site).toString()) : Boolean.FALSE);
  }

  /** The files that a sidecar watches. */
  List<ConfigFile> files(Sidecar sidecar, Site site) {
    if (!certificates || !sidecar.encrypted()) {
      return List.of();
    }
    Path identities = site.identities().toAbsolutePath();
    Map<String, String> paths =
        Map.of(
            "identities", identities.toString(),
            "current", identities.resolve(RunIdentities.CURRENT).toString());
    return List.of(
        new ConfigFile(
            folder(site).resolve(sidecar.workload() + "-certificate.yaml"),
            SECRET.fill(sidecar, paths)));
  }

  /** What of some sidecars can be changed. */
  Changes of(List<Sidecar> sidecars) {
    Map<String, String> credentials = new TreeMap<>();
    if (certificates) {
      sidecars.stream()
          .filter(Sidecar::encrypted)
          .forEach(it -> credentials.put(it.name(), it.workload()));
    }
    return new Changes(credentials);
  }

  /** Its words in the fairness manifest. */
  public String words() {
    return certificates ? ", watched for new ones" : "";
  }

  private static Path folder(Site site) {
    return site.folder().resolve("watched").toAbsolutePath();
  }
}
