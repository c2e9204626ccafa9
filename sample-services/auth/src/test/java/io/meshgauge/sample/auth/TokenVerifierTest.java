package io.meshgauge.sample.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.meshgauge.sample.common.proto.Principal;
import io.meshgauge.sample.common.testing.TokenMint;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {

  private static final TokenMint MINT = new TokenMint();
  private static final TokenVerifier VERIFIER =
      new TokenVerifier(MINT.publicKeys(), "https://issuer.meshgauge.test", "meshgauge");

  private static String with(UnaryOperator<JWTClaimsSet.Builder> change) {
    return MINT.token("customer", change);
  }

  private static void assertRejected(String token) {
    assertThatExceptionOfType(TokenRejected.class)
        .isThrownBy(() -> VERIFIER.verify(token))
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain(token));
  }

  private static Date in(long seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }

  @Test
  void aGoodTokenGivesThePrincipalWithRolesAndAttributes() throws TokenRejected {
    assertThat(VERIFIER.verify(with(claims -> claims.claim("roles", List.of("customer", "vip")))))
        .isEqualTo(
            Principal.newBuilder()
                .setSubject("customer-1")
                .addRoles("customer")
                .addRoles("vip")
                .setTenant("acme")
                .setRisk("low")
                .setRegion("eu")
                .setClearance(3)
                .build());
  }

  @Test
  void anExpiredTokenIsRejected() {
    assertRejected(with(claims -> claims.expirationTime(in(-60))));
  }

  @Test
  void aTokenThatIsNotYetValidIsRejected() {
    assertRejected(with(claims -> claims.notBeforeTime(in(60))));
  }

  @Test
  void tokenForAnotherAudienceIsRejected() {
    assertRejected(with(claims -> claims.audience("another")));
  }

  @Test
  void aTokenOfAnotherIssuerIsRejected() {
    assertRejected(with(claims -> claims.issuer("https://elsewhere.test")));
  }

  @Test
  void aTokenWithoutExpiryIsRejected() {
    assertRejected(with(claims -> claims.expirationTime(null)));
  }

  @Test
  void rolesThatAreNoListAreRejected() {
    assertRejected(with(claims -> claims.claim("roles", "customer")));
  }

  @Test
  void aTokenSignedWithAnotherKeyIsRejected() {
    assertRejected(new TokenMint().token("customer"));
  }

  @Test
  void aTokenWhoseClaimsWereChangedIsRejected() {
    String[] good = MINT.token("guest").split("\\.", -1);
    String[] other = MINT.token("customer").split("\\.", -1);
    assertRejected(good[0] + "." + other[1] + "." + good[2]);
  }

  @Test
  void aTokenWithoutSignatureIsRejected() {
    assertRejected(
        new PlainJWT(
                new JWTClaimsSet.Builder()
                    .issuer("https://issuer.meshgauge.test")
                    .audience("meshgauge")
                    .subject("customer-1")
                    .expirationTime(in(60))
                    .claim("roles", List.of("customer"))
                    .build())
            .serialize());
  }

  @Test
  void aTokenSignedWithThePublicKeyAsASharedSecretIsRejected() throws Exception {
    SignedJWT forged =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("test").build(),
            new JWTClaimsSet.Builder()
                .issuer("https://issuer.meshgauge.test")
                .audience("meshgauge")
                .subject("customer-1")
                .expirationTime(in(60))
                .claim("roles", List.of("customer"))
                .build());
    byte[] secret = MINT.publicKeys().getKeys().get(0).toECKey().toECPublicKey().getEncoded();
    forged.sign(new MACSigner(secret));
    assertRejected(forged.serialize());
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "a.b.c", "a.b", "...", "🙂.🙂.🙂"})
  void whatIsNoTokenIsRejected(String text) {
    assertRejected(text);
  }

  @Test
  void anEmptyTextIsRejected() {
    assertThatExceptionOfType(TokenRejected.class).isThrownBy(() -> VERIFIER.verify(""));
  }
}
