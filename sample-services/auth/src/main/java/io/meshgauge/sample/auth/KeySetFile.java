package io.meshgauge.sample.auth;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;

/** The file of public keys for token verification. */
final class KeySetFile {

  private KeySetFile() {}

  /**
   * Reads a JWK set; drops private parts, if any.
   *
   * @throws IllegalArgumentException if the file is missing, is not a JWK set, or has no P-256 key
   */
  static JWKSet read(Path file) {
    JWKSet keys;
    try {
      keys = JWKSet.load(file.toFile()).toPublicJWKSet();
    } catch (IOException | ParseException e) {
      throw new IllegalArgumentException(
          "meshgauge.jwks: '%s' cannot be read as a JWK set (%s); expected a file like {\"keys\":[…]}"
              .formatted(file, e.getMessage()),
          e);
    }
    boolean usable =
        keys.getKeys().stream()
            .anyMatch(key -> key instanceof ECKey ec && Curve.P_256.equals(ec.getCurve()));
    if (!usable) {
      throw new IllegalArgumentException(
          "meshgauge.jwks: '%s' has %d keys but none of type EC, curve P-256, which ES256 needs"
              .formatted(file, keys.size()));
    }
    return keys;
  }
}
