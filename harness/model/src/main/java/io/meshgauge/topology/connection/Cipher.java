package io.meshgauge.topology.connection;

/** A cipher of TLS 1.2; BoringSSL leaves no choice among those of TLS 1.3. */
public enum Cipher {
  AES_128_GCM("aes-128-gcm", "AES128-GCM-SHA256"),
  AES_256_GCM("aes-256-gcm", "AES256-GCM-SHA384"),
  CHACHA20_POLY1305("chacha20-poly1305", "CHACHA20-POLY1305");

  private final String key;
  private final String title;

  Cipher(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** The name in experiment files. */
  public String key() {
    return key;
  }

  /** The suite's name in BoringSSL with a certificate of that key. */
  public String suite(CertificateKey certificate) {
    return "ECDHE-%s-%s"
        .formatted(certificate == CertificateKey.ECDSA_P_256 ? "ECDSA" : "RSA", title);
  }
}
