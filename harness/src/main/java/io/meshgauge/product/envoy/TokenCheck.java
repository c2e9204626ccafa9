package io.meshgauge.product.envoy;

import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Parameters with which a sidecar verifies the tokens of a run. */
public final class TokenCheck {
  /** The token check's line in the fairness manifest. */
  public static final String MANIFEST_LINE = "JWT (ES256) where the load enters";

  private TokenCheck() {}

  /**
   * Issuer, audience and public keys, by their names in the templates.
   *
   * @throws UncheckedIOException when the site's identities do not exist yet
   */
  public static Map<String, String> of(Site site) {
    return Map.of(
        "issuer", RunIdentities.ISSUER,
        "audience", RunIdentities.AUDIENCE,
        "jwks", read(site.identities().resolve("jwks.json")));
  }

  private static String read(Path jwks) {
    try {
      return Files.readString(jwks).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read %s; create the run's identities before its data plane".formatted(jwks), e);
    }
  }
}
