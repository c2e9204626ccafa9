package io.meshgauge.identity;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Certificates and EC keys as PEM text (RFC 7468), and back. */
public final class Pem {
  private Pem() {}

  /** One block per certificate, in the order given. */
  public static String of(Collection<X509Certificate> certificates) {
    return certificates.stream()
        .map(it -> block("CERTIFICATE", encoded(it)))
        .collect(Collectors.joining());
  }

  /** A PKCS #8 block. */
  public static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  /**
   * The certificates of a text, at least one.
   *
   * @throws IdentityException when there are none
   */
  public static List<X509Certificate> certificates(String pem) {
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new IdentityException("no certificate; expected PEM blocks 'CERTIFICATE'");
      }
      return found;
    } catch (CertificateException e) {
      throw new IdentityException(
          "unreadable certificate (%s); expected PEM blocks 'CERTIFICATE'"
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * The EC key of a PKCS #8 block.
   *
   * @throws IdentityException when it is none
   */
  public static PrivateKey key(String pem) {
    try {
      byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // Without the decoder's words: they might quote the key.
      throw new IdentityException("unreadable key; expected an EC key in PKCS #8 as PEM");
    }
  }

  static String block(String type, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, body, type);
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate just made cannot be encoded", e);
    }
  }
}
