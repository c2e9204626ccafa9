package io.meshgauge.sample.common.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;

/** A freshly made ES256 key and the tokens it signs. */
public final class TokenMint {

  private final ECKey key;

  /** Makes a key. */
  public TokenMint() {
    try {
      key = new ECKeyGenerator(Curve.P_256).keyID("test").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The public half. */
  public JWKSet publicKeys() {
    return new JWKSet(key.toPublicJWK());
  }

  /** Writes the public half to a file in the directory. */
  public Path writeKeys(Path directory) {
    try {
      return Files.writeString(directory.resolve("jwks.json"), publicKeys().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A good token of a low-risk principal with the role, valid for an hour. */
  public String token(String role) {
    return token(role, claims -> claims);
  }

  /** A token that is good but for what the change makes of it. */
  public String token(String role, UnaryOperator<JWTClaimsSet.Builder> change) {
    Instant now = Instant.now();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer("https://issuer.meshgauge.test")
            .audience("meshgauge")
            .subject(role + "-1")
            .notBeforeTime(Date.from(now.minusSeconds(60)))
            .expirationTime(Date.from(now.plusSeconds(3600)))
            .claim("roles", List.of(role))
            .claim("tenant", "acme")
            .claim("risk", "low")
            .claim("region", "eu")
            .claim("clearance", 3);
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(),
            change.apply(claims).build());
    try {
      jwt.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return jwt.serialize();
  }
}
