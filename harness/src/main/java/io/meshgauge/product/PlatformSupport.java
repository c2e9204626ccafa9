package io.meshgauge.product;

import io.meshgauge.experiment.Fidelity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a mesh can run on a platform.
 *
 * @param fidelity how faithfully, or null when it cannot
 * @param words when it cannot: what is missing and how to get it; otherwise how it is done
 */
public record PlatformSupport(@Nullable Fidelity fidelity, String words) {

  /** It can, as the given fidelity. */
  public static PlatformSupport runs(Fidelity fidelity, String how) {
    return new PlatformSupport(fidelity, how);
  }

  /** It cannot. */
  public static PlatformSupport missing(String whatAndHowToGetIt) {
    return new PlatformSupport(null, whatAndHowToGetIt);
  }

  /** It cannot run on this machine, and can on a cluster: why, and the command. */
  public static PlatformSupport onClusterOnly(String mesh, String why) {
    return missing(
        "%s On a cluster: ./mvnw verify -P%s -Dplatform=kubernetes -Dkube.context=NAME."
            .formatted(why, mesh));
  }

  /** Whether it can run. */
  public boolean available() {
    return fidelity != null;
  }

  /** The fidelity; empty when it cannot run. */
  public Optional<Fidelity> asFidelity() {
    return Optional.ofNullable(fidelity);
  }
}
