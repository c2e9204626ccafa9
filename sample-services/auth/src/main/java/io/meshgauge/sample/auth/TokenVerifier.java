package io.meshgauge.sample.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.meshgauge.sample.common.proto.Principal;
import java.text.ParseException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies tokens: ES256 only, one issuer, one audience, not expired, already valid. Tolerates two
 * seconds of clock difference. Nothing is cached, so that a request costs the same in every
 * variant.
 */
final class TokenVerifier {

  private static final int CLOCK_SKEW_SECONDS = 2;

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  TokenVerifier(JWKSet keys, String issuer, String audience) {
    DefaultJWTClaimsVerifier<SecurityContext> claims =
        new DefaultJWTClaimsVerifier<>(
            audience,
            new JWTClaimsSet.Builder().issuer(issuer).build(),
            Set.of("sub", "exp", "roles"));
    claims.setMaxClockSkew(CLOCK_SKEW_SECONDS);
    processor.setJWTClaimsSetVerifier(claims);
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, new ImmutableJWKSet<>(keys)));
  }

  /**
   * Verifies a compact JWS.
   *
   * @throws TokenRejected if it is invalid
   */
  Principal verify(String token) throws TokenRejected {
    try {
      return principal(processor.process(token, null));
    } catch (ParseException e) {
      throw new TokenRejected("it is not a signed JWT");
    } catch (BadJOSEException | JOSEException e) {
      throw new TokenRejected(String.valueOf(e.getMessage()));
    }
  }

  private static Principal principal(JWTClaimsSet claims) throws ParseException {
    List<String> roles = claims.getStringListClaim("roles");
    Integer clearance = claims.getIntegerClaim("clearance");
    return Principal.newBuilder()
        .setSubject(claims.getSubject())
        .addAllRoles(roles.stream().filter(Objects::nonNull).toList())
        .setTenant(text(claims, "tenant"))
        .setRisk(text(claims, "risk"))
        .setRegion(text(claims, "region"))
        .setClearance(clearance == null ? 0 : clearance)
        .build();
  }

  private static String text(JWTClaimsSet claims, String name) throws ParseException {
    @Nullable String value = claims.getStringClaim(name);
    return value == null ? "" : value;
  }
}
