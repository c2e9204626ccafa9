package io.meshgauge.product;

import io.meshgauge.experiment.Fidelity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a product can run on a platform.
 *
 * @param fidelity fidelity of its numbers; null when it cannot run
 * @param details how it runs; when it cannot: what is missing and how to get it
 */
public record PlatformSupport(@Nullable Fidelity fidelity, String details) {

  /** The product runs with the given fidelity. */
  public static PlatformSupport runs(Fidelity fidelity, String how) {
    return new PlatformSupport(fidelity, how);
  }

  /** The product cannot run. */
  public static PlatformSupport missing(String whatAndHowToGetIt) {
    return new PlatformSupport(null, whatAndHowToGetIt);
  }

  /** The product runs on a cluster only: states the reason and the command. */
  public static PlatformSupport onClusterOnly(String mesh, String why) {
    return missing(
        "%s On a cluster: ./mvnw verify -P%s -Dplatform=kubernetes -Dkube.context=NAME."
            .formatted(why, mesh));
  }

  public boolean available() {
    return fidelity != null;
  }

  /** The fidelity; empty when the product cannot run. */
  public Optional<Fidelity> asFidelity() {
    return Optional.ofNullable(fidelity);
  }
}
