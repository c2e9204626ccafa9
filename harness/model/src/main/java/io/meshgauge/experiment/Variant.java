package io.meshgauge.experiment;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A mesh with a policy, a telemetry setting and settings: a column of the report.
 *
 * @param name unique in its experiment, for example {@code istio-mtls}
 * @param mesh key of the mesh, for example {@code istio-mtls}
 * @param policy {@code none}, or the name of a policy
 * @param telemetry {@code default}, or the name of a telemetry setting
 * @param settings settings of the mesh and of the services, by name
 */
public record Variant(
    String name, String mesh, String policy, String telemetry, SortedMap<String, String> settings) {

  /** The mesh that all others are compared with. */
  public static final String BASELINE = "baseline";

  /** The name of the second measurement of the baseline, which gives the noise floor. */
  public static final String CONTROL = "baseline-again";

  /** Setting with the number of processes of each service. */
  public static final String REPLICAS = "replicas";

  private static final String NO_POLICY = "none";
  private static final String DEFAULT_TELEMETRY = "default";

  public Variant {
    settings = new TreeMap<>(settings);
  }

  /** A variant with the name of its mesh, no policy, default telemetry and no settings. */
  public static Variant plain(String mesh) {
    return new Variant(mesh, mesh, NO_POLICY, DEFAULT_TELEMETRY, new TreeMap<>());
  }

  /** The second measurement of the baseline: the A in "A/A". */
  public Variant asControl() {
    return new Variant(CONTROL, mesh, policy, telemetry, settings);
  }

  /** This variant with one more setting. */
  public Variant with(String setting, String value) {
    SortedMap<String, String> more = new TreeMap<>(settings);
    more.put(setting, value);
    return new Variant(name, mesh, policy, telemetry, more);
  }

  /** The same variant under another name. */
  public Variant named(String other) {
    return new Variant(other, mesh, policy, telemetry, settings);
  }

  /** Whether this is the baseline that others are compared with. */
  public boolean isBaseline() {
    return name.equals(BASELINE);
  }

  /** Whether it has a mesh, which the baseline and arms like it under other names lack. */
  public boolean hasMesh() {
    return !mesh.equals(BASELINE);
  }

  /** Whether this is the second measurement of the baseline. */
  public boolean isControl() {
    return name.equals(CONTROL);
  }

  /** All choices that are not the default: policy, telemetry and settings. */
  public SortedMap<String, String> choices() {
    SortedMap<String, String> choices = new TreeMap<>(settings);
    if (!policy.equals(NO_POLICY)) {
      choices.put("policy", policy);
    }
    if (!telemetry.equals(DEFAULT_TELEMETRY)) {
      choices.put("telemetry", telemetry);
    }
    return choices;
  }

  /** Whether it is the same mesh with a proper subset of the choices of the other. */
  public boolean isPartOf(Variant other) {
    return mesh.equals(other.mesh)
        && choices().size() < other.choices().size()
        && other.choices().entrySet().containsAll(choices().entrySet());
  }

  /** The value of a setting, or {@code otherwise} if it is not set. */
  public String setting(String key, String otherwise) {
    return settings.getOrDefault(key, otherwise);
  }

  /** The settings by name. */
  public Map<String, String> lookup() {
    return Map.copyOf(settings);
  }
}
