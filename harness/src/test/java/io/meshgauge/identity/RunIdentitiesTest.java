package io.meshgauge.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.connection.CertificateKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdentitiesTest {
  @TempDir Path folder;

  private Path keys;
  private RunIdentities identities;

  @BeforeEach
  void create() throws IOException {
    keys = folder.resolve("identities");
    identities = RunIdentities.create(keys, SampleServices.ALL);
  }

  @ParameterizedTest
  // Keys of 4,096 bits take seconds each.
  @EnumSource(names = {"ECDSA_P_256", "RSA_2048"})
  void authorityAndWorkloadsHaveTheRequestedKeys(CertificateKey kind) throws Exception {
    RunIdentities.create(
        folder.resolve("others"), SampleServices.ALL, List.of(), new TokenIssuer(), kind);

    List<X509Certificate> chain = read(folder.resolve("others/order.pem"));

    assertThat(chain)
        .extracting(it -> CertificateKey.of(it.getPublicKey()))
        .containsExactly(Optional.of(kind), Optional.of(kind));
    chain.get(0).verify(chain.get(1).getPublicKey());
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "gateway", "auth", "order", "payment", "logging"})
  void everyWorkloadHasACertificateOfItsSpiffeName(String workload) throws Exception {
    List<X509Certificate> chain = read(keys.resolve(workload + ".pem"));
    assertThat(chain).hasSize(2);
    X509Certificate leaf = chain.get(0);
    assertThat(leaf.getSubjectAlternativeNames())
        .containsExactly(List.of(6, "spiffe://cluster.local/ns/meshgauge/sa/" + workload));
    assertThat(leaf.getBasicConstraints()).isEqualTo(-1);
    assertThat(leaf.getExtendedKeyUsage())
        .containsExactlyInAnyOrder("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
    PublicKey authority = read(keys.resolve("ca.pem")).get(0).getPublicKey();
    assertThatCode(() -> leaf.verify(authority)).doesNotThrowAnyException();
  }

  @Test
  void aKeyFileIsPkcs8OfTheLeafsKey() throws Exception {
    String pem = Files.readString(keys.resolve("order.key.pem"));
    assertThat(pem).startsWith("-----BEGIN PRIVATE KEY-----\n");
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    ECPrivateKey key =
        (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    assertThat(key.getParams().getOrder().bitLength()).isEqualTo(256);
    assertThat(key).isEqualTo(identities.of("order").orElseThrow().key());
  }

  @Test
  void onlyTheOwnerCanReadTheFiles() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keys)))
        .isEqualTo("rwx------");
    identities.renew();
    try (Stream<Path> files = Files.walk(keys)) {
      for (Path file : files.filter(it -> !Files.isSymbolicLink(it)).toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void newCredentialsAreInThePlaceOfTheOldOnesAllAtOnceAndTheOldStayValid() throws Exception {
    Credential old = identities.of("order").orElseThrow();
    assertThat(read(keys.resolve("current/order.pem"))).isEqualTo(old.chain());

    identities.renew();

    Credential fresh = identities.of("order").orElseThrow();
    assertThat(fresh.spiffe()).isEqualTo(old.spiffe());
    assertThat(fresh.key()).isNotEqualTo(old.key());
    assertThat(fresh.chain().get(0).getSerialNumber())
        .isNotEqualTo(old.chain().get(0).getSerialNumber());
    assertThat(fresh.chain().get(1)).isEqualTo(old.chain().get(1));
    assertThat(read(keys.resolve("current/order.pem"))).isEqualTo(fresh.chain());
    assertThat(read(keys.resolve("order.pem"))).as("read once").isEqualTo(old.chain());
    assertThat(keys.resolve("current")).isSymbolicLink();

    identities.renew();
    assertThat(keys.resolve("generation-1")).as("no longer used").doesNotExist();
    assertThat(keys.resolve("generation-2")).as("may still be being read").isDirectory();
  }

  @Test
  void theFilesAreTheOnesASiteNames() throws IOException {
    try (Stream<Path> files = Files.list(keys)) {
      assertThat(files.map(it -> it.getFileName().toString()))
          .contains("ca.pem", "jwks.json", "tokens.properties", "load.pem", "load.key.pem")
          .contains("front.pem", "front.key.pem", "front.both.pem")
          .contains("current", "generation-1")
          .hasSize(3 + 3 + 2 * 6 + 2);
    }
  }

  @Test
  void theAuthoritysAndTheSignersKeysAreNotWritten() throws IOException {
    assertThat(Files.readString(keys.resolve("jwks.json"))).doesNotContain("\"d\"");
    assertThat(keys.resolve("ca.key.pem")).doesNotExist();
  }

  @Test
  void anIntruderHasTheRightNameAndAWrongAuthorityOrTheOtherWayRound() throws Exception {
    PublicKey trusted = identities.trusted().get(0).getPublicKey();
    Credential untrusted = identities.untrusted("order");
    assertThat(untrusted.spiffe()).isEqualTo(identities.of("order").orElseThrow().spiffe());
    assertThatThrownBy(() -> untrusted.chain().get(0).verify(trusted))
        .isInstanceOf(SignatureException.class);
    Credential foreign = identities.foreign("order").orElseThrow();
    assertThat(foreign.spiffe()).isEqualTo("spiffe://intruder.test/ns/meshgauge/sa/order");
    assertThatCode(() -> foreign.chain().get(0).verify(trusted)).doesNotThrowAnyException();
  }

  @Test
  void aStrangerHasNoCredential() {
    assertThat(identities.of("stranger")).isEmpty();
  }

  @Test
  void aCredentialDoesNotPrintItsKey() {
    assertThat(identities.of("order").orElseThrow())
        .hasToString("spiffe://cluster.local/ns/meshgauge/sa/order");
  }

  @Test
  void twoRunsShareNoAuthority() throws IOException {
    RunIdentities other = RunIdentities.create(folder.resolve("other"), SampleServices.ALL);
    assertThat(other.trusted()).isNotEqualTo(identities.trusted());
  }

  @ParameterizedTest
  @ValueSource(strings = {"customer", "guest", "auditor", "risky"})
  void aTokenVerifiesAgainstTheKeySet(String name) throws Exception {
    SignedJWT token = token(name);
    assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
    assertThat(token.verify(verifier())).isTrue();
    assertThat(token.getJWTClaimsSet().getIssuer()).isEqualTo("https://issuer.meshgauge.test");
    assertThat(token.getJWTClaimsSet().getAudience()).containsExactly("meshgauge");
    assertThat(token.getJWTClaimsSet().getExpirationTime()).isAfter(Date.from(Instant.now()));
    assertThat(token.getJWTClaimsSet().getNotBeforeTime()).isBefore(Date.from(Instant.now()));
  }

  @Test
  void aCustomersTokenCarriesWhatRulesDecideOn() throws Exception {
    assertThat(token("customer").getJWTClaimsSet().getClaims())
        .containsEntry("roles", List.of("customer"))
        .containsEntry("tenant", "acme")
        .containsEntry("risk", "low")
        .containsEntry("region", "eu")
        .containsEntry("clearance", 2L);
    assertThat(token("guest").getJWTClaimsSet().getStringListClaim("roles"))
        .containsExactly("guest");
    assertThat(token("risky").getJWTClaimsSet().getStringClaim("risk")).isEqualTo("high");
  }

  @Test
  void theExpiredTokenIsWellSignedAndTheForgedOneIsNot() throws Exception {
    SignedJWT expired = token("expired");
    assertThat(expired.verify(verifier())).isTrue();
    assertThat(expired.getJWTClaimsSet().getExpirationTime())
        .isBefore(Date.from(Instant.now().minusSeconds(600)));
    assertThat(token("forged").verify(verifier())).isFalse();
  }

  private ECDSAVerifier verifier() throws Exception {
    JWKSet set = JWKSet.parse(Files.readString(identities.jwks()));
    return new ECDSAVerifier((ECKey) set.getKeys().get(0));
  }

  private SignedJWT token(String name) throws Exception {
    Properties tokens = new Properties();
    try (Reader reader = Files.newBufferedReader(identities.tokens())) {
      tokens.load(reader);
    }
    return SignedJWT.parse(tokens.getProperty(name));
  }

  private static List<X509Certificate> read(Path file) throws Exception {
    List<X509Certificate> chain = new ArrayList<>();
    try (InputStream stream = Files.newInputStream(file)) {
      CertificateFactory.getInstance("X.509")
          .generateCertificates(stream)
          .forEach(it -> chain.add((X509Certificate) it));
    }
    return chain;
  }
}
