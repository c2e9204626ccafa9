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
 * @param settings settings of the mesh and knobs of the services by name
 */
public record Variant(
    String name, String mesh, String policy, String telemetry, SortedMap<String, String> settings) {

  /** The mesh every other one is compared with. */
  public static final String BASELINE = "baseline";

  /** The name of the second measurement of the baseline, which gives the noise floor. */
  public static final String CONTROL = "baseline-again";

  private static final String NO_POLICY = "none";
  private static final String DEFAULT_TELEMETRY = "default";

  public Variant {
    settings = new TreeMap<>(settings);
  }

  /** A variant named as its mesh, with no policy, default telemetry and no settings. */
  public static Variant plain(String mesh) {
    return new Variant(mesh, mesh, NO_POLICY, DEFAULT_TELEMETRY, new TreeMap<>());
  }

  /** The baseline once more under another name: the A in "A/A". */
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

  /** Whether this is the second measurement of the baseline. */
  public boolean isControl() {
    return name.equals(CONTROL);
  }

  /** What is chosen beside the mesh: policy, telemetry and settings that are not the default. */
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

  /** Whether it is the same mesh with some of the other's choices, and not all. */
  public boolean isPartOf(Variant other) {
    return mesh.equals(other.mesh)
        && choices().size() < other.choices().size()
        && other.choices().entrySet().containsAll(choices().entrySet());
  }

  /** A setting's value, or {@code otherwise} when it was not set. */
  public String setting(String key, String otherwise) {
    return settings.getOrDefault(key, otherwise);
  }

  /** The settings as an unsorted view for lookups. */
  public Map<String, String> lookup() {
    return Map.copyOf(settings);
  }
}
