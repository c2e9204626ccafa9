package io.meshgauge.identity;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate chain and its private key.
 *
 * @param spiffe the name in the leaf's URI subject alternative name
 * @param key the leaf's private key
 * @param chain leaf first, authority last
 */
public record Credential(String spiffe, PrivateKey key, List<X509Certificate> chain) {
  public Credential {
    chain = List.copyOf(chain);
  }

  /** Names the holder only: a key must not slip into a log. */
  @Override
  public String toString() {
    return spiffe;
  }
}
