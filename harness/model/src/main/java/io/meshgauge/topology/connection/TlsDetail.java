package io.meshgauge.topology.connection;

/** What a proxy counts its TLS sessions by. */
public enum TlsDetail {
  VERSION,
  CIPHER,
  /** The group of the key exchange. */
  GROUP,
  /** Mutual TLS with a peer of that name, where the proxy's product says no more. */
  PEER
}
