package io.meshgauge.product.envoy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.plane.DataPlane;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The release of Envoy that an arm runs, so that two releases are two arms of one session.
 *
 * @param version that is claimed, for example {@code 1.39.3}
 * @param program that is started
 */
public record EnvoyRelease(String version, String program) {
  public static final Setting SETTING =
      new Setting(
          "version",
          "a release of Envoy, such as 1.39.3",
          Pattern.compile("\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}").asMatchPredicate());

  /** Starts the usual release under the claim of another one: the evidence must find it. */
  public static final String FAULT = "other-version";

  /**
   * The release that a variant requests; empty: whichever there is.
   *
   * @param fault of the variant
   */
  public static Optional<EnvoyRelease> of(Variant variant, String fault) {
    return Optional.of(variant.setting(SETTING.name(), ""))
        .filter(it -> !it.isEmpty())
        .map(
            it ->
                new EnvoyRelease(
                    it, ProgramSpec.released(EnvoyType.PROGRAM, fault.equals(FAULT) ? "" : it)));
  }

  /** The program that a variant needs. */
  public static String program(Variant variant, String fault) {
    return of(variant, fault).map(EnvoyRelease::program).orElse(EnvoyType.PROGRAM);
  }

  /** A data plane whose Envoys are of the release that a variant requests. */
  public static DataPlane released(DataPlane plane, Variant variant, String fault) {
    return of(variant, fault)
        .map(
            it ->
                plane.running(
                    type ->
                        type instanceof EnvoyType envoy
                            ? new EnvoyType(it.program, it.version, envoy.crowded())
                            : type))
        .orElse(plane);
  }
}
