package io.meshgauge.topology;

import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How proxies steer the requests between workloads, where a variant asks for something else than
 * its mesh does by itself; what is empty was not asked for.
 *
 * @param retries when a client's proxy sends a request again
 * @param timeout how long a client's proxy waits for an answer, all tries together
 * @param perSecond requests that the proxy before a service lets pass each second, and at once;
 *     others are answered 429
 * @param underWay requests that a client's proxy has under way to a service at most, and as many
 *     that wait for a connection; others are answered 503
 * @param retriesUnderWay requests that a client's proxy sends again to a service at the same time
 * @param failuresInARow after how many answers of 5xx, one after the other, a replica is left out
 *     for a while
 * @param connections how proxies keep their connections to each other
 */
public record Traffic(
    Optional<Retries> retries,
    Optional<Duration> timeout,
    Optional<Integer> perSecond,
    Optional<Integer> underWay,
    Optional<Integer> retriesUnderWay,
    Optional<Integer> failuresInARow,
    Connections connections) {

  /** Nothing that its mesh does not do by itself. */
  public static final Traffic AS_USUAL =
      new Traffic(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Connections.AS_USUAL);

  /**
   * When a request is sent again.
   *
   * @param most how often at most; 0: never
   * @param onAnswers whether also after an answer of 5xx, and not only where the service cannot
   *     have worked on it, or says itself that it is not available
   */
  public record Retries(int most, boolean onAnswers) {}

  /**
   * The connections of client proxies to the proxies of services.
   *
   * @param lifetime requests after which a connection is closed; empty: it is kept
   * @param resumption whether a TLS session may be resumed by the next connection; empty: as usual
   * @param version the only TLS version; empty: as usual
   * @param keyExchange the only group of the key exchange; empty: as usual
   * @param certificateKey the keys of all certificates; empty: as usual
   * @param cipher the only cipher, of TLS 1.2; empty: as usual
   */
  public record Connections(
      Optional<Integer> lifetime,
      Optional<Boolean> resumption,
      Optional<TlsVersion> version,
      Optional<KeyExchange> keyExchange,
      Optional<CertificateKey> certificateKey,
      Optional<Cipher> cipher) {
    /** Kept, with TLS as the mesh has it. */
    public static final Connections AS_USUAL =
        new Connections(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  /** A TLS version, with its name in experiment files and in handshakes. */
  public enum TlsVersion {
    V1_2("1.2", "TLSv1.2"),
    V1_3("1.3", "TLSv1.3");

    private final String key;
    private final String title;

    TlsVersion(String key, String title) {
      this.key = key;
      this.title = title;
    }

    /** The name in experiment files. */
    public String key() {
      return key;
    }

    /** The name in handshakes. */
    public String title() {
      return title;
    }
  }

  /** A group of the key exchange of TLS. */
  public enum KeyExchange {
    X25519("x25519", "X25519", List.of()),
    /** X25519 with ML-KEM-768: secure also against an attacker with a quantum computer. */
    X25519_ML_KEM_768("x25519mlkem768", "X25519MLKEM768", List.of("x25519"));

    private final String key;
    private final String title;
    private final List<String> lesser;

    KeyExchange(String key, String title, List<String> lesser) {
      this.key = key;
      this.title = title;
      this.lesser = lesser;
    }

    /** The name in experiment files. */
    public String key() {
      return key;
    }

    /** The name in BoringSSL, and in what proxies count. */
    public String title() {
      return title;
    }

    /** Groups that a server which requires this one must refuse, by their registered names. */
    public List<String> lesser() {
      return lesser;
    }
  }

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
      int length =
          key instanceof RSAKey rsa
              ? rsa.getModulus().bitLength()
              : key instanceof ECKey ec ? ec.getParams().getOrder().bitLength() : 0;
      return Arrays.stream(values())
          .filter(it -> it.bits == length && it.algorithm.equals(key.getAlgorithm()))
          .findFirst();
    }
  }

  /** The same, with another limit of requests per second. */
  public Traffic limitedTo(Optional<Integer> rate) {
    return new Traffic(
        retries, timeout, rate, underWay, retriesUnderWay, failuresInARow, connections);
  }

  /** The same, with connections kept in another way. */
  public Traffic over(Connections others) {
    return new Traffic(
        retries, timeout, perSecond, underWay, retriesUnderWay, failuresInARow, others);
  }

  /** Whether anything was asked for, so that it must be seen to be on. */
  public boolean any() {
    return !equals(AS_USUAL);
  }

  /** Whether proxies may answer a request by themselves, in the place of the service. */
  public boolean answers() {
    return timeout.isPresent() || perSecond.isPresent() || underWay.isPresent();
  }
}
