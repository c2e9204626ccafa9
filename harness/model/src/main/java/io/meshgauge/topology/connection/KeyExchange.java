package io.meshgauge.topology.connection;

import java.util.List;

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
