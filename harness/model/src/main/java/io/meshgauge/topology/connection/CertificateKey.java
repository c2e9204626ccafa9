package io.meshgauge.topology.connection;

import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.Arrays;
import java.util.Optional;

/** The key of a certificate. */
public enum CertificateKey {
  ECDSA_P_256("ecdsa-p256", "EC", 256),
  RSA_2048("rsa-2048", "RSA", 2048),
  RSA_4096("rsa-4096", "RSA", 4096);

  private final String key;
  private final String algorithm;
  private final int bits;

  CertificateKey(String key, String algorithm, int bits) {
    this.key = key;
    this.algorithm = algorithm;
    this.bits = bits;
  }

  /** The name in experiment files. */
  public String key() {
    return key;
  }

  /** The name in Java's libraries. */
  public String algorithm() {
    return algorithm;
  }

  /** The length of the key. */
  public int bits() {
    return bits;
  }

  /** The one that a public key is; empty for any other. */
  public static Optional<CertificateKey> of(PublicKey key) {
    int length = bits(key);
    return Arrays.stream(values())
        .filter(it -> it.bits == length && it.algorithm.equals(key.getAlgorithm()))
        .findFirst();
  }

  static int bits(PublicKey key) {
    return key instanceof RSAKey rsa
        ? rsa.getModulus().bitLength()
        : key instanceof ECKey ec ? ec.getParams().getOrder().bitLength() : 0;
  }
}
