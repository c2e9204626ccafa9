package io.meshgauge.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Issues the ES256 tokens of a run; its signing key lives in memory only.
 *
 * <p>The tokens, by name: {@code customer}, {@code guest}, {@code auditor}, {@code risky} (a
 * customer of high risk), and two that must be refused: {@code expired}, and {@code forged}, signed
 * by another key under the right key id.
 */
public final class TokenIssuer {
  private static final Duration LIFETIME = Duration.ofDays(7);

  /** Well beyond the clock skew of a minute that verifiers allow. */
  private static final Duration EXPIRED_SINCE = Duration.ofHours(1);

  private final ECKey key = newKey();
  private final Instant now = Instant.now();

  /** The public key as a JWK set, one line of JSON. */
  String jwks() {
    return new JWKSet(key.toPublicJWK()).toString();
  }

  /** Every token by its name. */
  SortedMap<String, String> tokens() {
    Instant future = now.plus(LIFETIME);
    SortedMap<String, String> tokens = new TreeMap<>();
    tokens.put("customer", sign(key, Principal.CUSTOMER, future));
    tokens.put("guest", sign(key, Principal.GUEST, future));
    tokens.put("auditor", sign(key, Principal.AUDITOR, future));
    tokens.put("risky", sign(key, Principal.RISKY, future));
    tokens.put("expired", sign(key, Principal.CUSTOMER, now.minus(EXPIRED_SINCE)));
    tokens.put("forged", sign(newKey(), Principal.CUSTOMER, future));
    return tokens;
  }

  private String sign(ECKey signer, Principal principal, Instant expiry) {
    Instant from = now.minus(EXPIRED_SINCE.multipliedBy(2));
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(RunIdentities.ISSUER)
            .audience(RunIdentities.AUDIENCE)
            .subject(principal.subject())
            .issueTime(Date.from(from))
            .notBeforeTime(Date.from(from))
            .expirationTime(Date.from(expiry))
            .claim("roles", principal.roles())
            .claim("tenant", principal.tenant())
            .claim("risk", principal.risk())
            .claim("region", principal.region())
            .claim("clearance", principal.clearance())
            .build();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(), claims);
    try {
      token.sign(new ECDSASigner(signer));
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign the token of " + principal.subject(), e);
    }
    return token.serialize();
  }

  private static ECKey newKey() {
    try {
      return new ECKeyGenerator(Curve.P_256)
          .keyID("run")
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.ES256)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot make an EC P-256 key for tokens", e);
    }
  }
}
