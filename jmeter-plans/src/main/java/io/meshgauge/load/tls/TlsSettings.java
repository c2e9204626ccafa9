package io.meshgauge.load.tls;

/**
 * TLS settings as text, so that equal settings share one context.
 *
 * @param authorities PEM file of the trusted certificate authorities; empty: the JVM's own
 * @param certificate PEM file of the client's certificate chain; empty: none
 * @param key PEM file of its private key, PKCS #8; empty: none
 * @param serverName server name (SNI), also expected in the certificate; empty: the host
 * @param verify whether to check the peer's certificate and name; false only for benchmarks
 */
public record TlsSettings(
    String authorities, String certificate, String key, String serverName, boolean verify) {

  /** The JVM's own authorities, no client certificate. */
  public static final TlsSettings DEFAULT = new TlsSettings("", "", "", "", true);

  /** Requires certificate and key together. */
  public TlsSettings {
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException(
          "A client certificate needs its key and a key its certificate; there is the certificate '"
              + certificate
              + "' and the key '"
              + key
              + "'. Give both files or neither.");
    }
  }
}
