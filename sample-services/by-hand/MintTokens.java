import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/**
 * A key pair and tokens for trying the services by hand; a run of the harness makes its own.
 *
 * <p>{@code java -cp 'auth/target/app/lib/*' by-hand/MintTokens.java DIR} writes {@code
 * DIR/jwks.json} and {@code DIR/tokens.properties}, valid for a day.
 */
public class MintTokens {

  public static void main(String[] args) throws Exception {
    Path directory = Files.createDirectories(Path.of(args[0]));
    ECKey key = new ECKeyGenerator(Curve.P_256).keyID("by-hand").generate();
    Files.writeString(directory.resolve("jwks.json"), new JWKSet(key).toString());
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    Files.writeString(
        directory.resolve("tokens.properties"),
        "customer=%s%nguest=%s%nrisky=%s%nexpired=%s%n"
            .formatted(
                token(key, "customer", "low", tomorrow),
                token(key, "guest", "low", tomorrow),
                token(key, "customer", "high", tomorrow),
                token(key, "customer", "low", Instant.EPOCH)));
  }

  private static String token(ECKey key, String role, String risk, Instant expiry)
      throws Exception {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(),
            new JWTClaimsSet.Builder()
                .issuer("https://issuer.meshgauge.test")
                .audience("meshgauge")
                .subject(role + "-1")
                .expirationTime(Date.from(expiry))
                .claim("roles", List.of(role))
                .claim("tenant", "acme")
                .claim("risk", risk)
                .claim("region", "eu")
                .claim("clearance", 1)
                .build());
    jwt.sign(new ECDSASigner(key));
    return jwt.serialize();
  }
}
