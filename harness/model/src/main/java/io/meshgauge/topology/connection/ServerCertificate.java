package io.meshgauge.topology.connection;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/**
 * What a server's certificate says.
 *
 * @param name the first name of its kind URI (SPIFFE); empty if there is none
 * @param issuer as a distinguished name, RFC 2253
 * @param serial hexadecimal
 * @param key algorithm of the key, for example {@code EC}
 * @param bits length of the key; 0 if unknown
 * @param signature algorithm of the issuer's signature, for example {@code SHA256withECDSA}
 * @param notBefore ISO 8601, as is {@code notAfter}
 */
public record ServerCertificate(
    String name,
    String issuer,
    String serial,
    String key,
    int bits,
    String signature,
    String notBefore,
    String notAfter) {
  private static final int URI_NAME = 6;

  /** Reads a certificate. */
  public static ServerCertificate of(X509Certificate shown) {
    return new ServerCertificate(
        name(shown),
        shown.getIssuerX500Principal().getName(),
        shown.getSerialNumber().toString(16),
        shown.getPublicKey().getAlgorithm(),
        CertificateKey.bits(shown.getPublicKey()),
        shown.getSigAlgName(),
        shown.getNotBefore().toInstant().toString(),
        shown.getNotAfter().toInstant().toString());
  }

  /** The SPIFFE name of a certificate; empty if it has none. */
  public static String name(X509Certificate shown) {
    try {
      Collection<List<?>> names = shown.getSubjectAlternativeNames();
      return (names == null ? List.<List<?>>of() : names)
          .stream()
              .filter(name -> name.get(0).equals(URI_NAME))
              .map(name -> String.valueOf(name.get(1)))
              .findFirst()
              .orElse("");
    } catch (CertificateParsingException e) {
      return "";
    }
  }
}
