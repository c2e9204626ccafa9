package io.meshgauge.load.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PEM file: certificates, or one private key in PKCS #8. */
record Pem(Path file, String what) {

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  /** All certificates of the file, in their order. */
  List<X509Certificate> certificates() {
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes()))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw unusable("it contains no certificate");
      }
      return found;
    } catch (CertificateException e) {
      throw unusable(String.valueOf(e.getMessage()));
    }
  }

  /** The private key of the file. */
  PrivateKey key() {
    Matcher block = PKCS8.matcher(new String(bytes(), StandardCharsets.ISO_8859_1));
    if (!block.find()) {
      throw unusable(
          "expected '-----BEGIN PRIVATE KEY-----' (PKCS #8, without a password); convert with"
              + " 'openssl pkcs8 -topk8 -nocrypt'");
    }
    PKCS8EncodedKeySpec encoded =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(block.group(1).strip()));
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException ignored) {
        // Another kind of key; the file does not state its kind.
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("This JVM knows no keys of the kind " + algorithm, e);
      }
    }
    throw unusable("its key is none of " + String.join(", ", KEY_ALGORITHMS));
  }

  private byte[] bytes() {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("There is no file " + file + " for the " + what + ".", e);
    } catch (IOException e) {
      throw unusable(e.toString());
    }
  }

  private IllegalArgumentException unusable(String reason) {
    return new IllegalArgumentException(
        "File " + file + " cannot be used as the " + what + ": " + reason + ".");
  }
}
