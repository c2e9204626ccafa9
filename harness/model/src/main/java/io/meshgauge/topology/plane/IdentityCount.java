package io.meshgauge.topology.plane;

import java.util.Set;

/**
 * Where a proxy counts what it took or sent by the identity that the other side showed in mutual
 * TLS.
 *
 * @param subject what it is called in evidence, for example {@code prices, its callers}
 * @param proxy the process that counts
 * @param counters what the names of these counters begin with; the identity is the rest, and {@link
 *     #UNIDENTIFIED} stands for none
 * @param expected what the identities begin with that must be there, every one; no other may
 */
public record IdentityCount(String subject, String proxy, String counters, Set<String> expected) {
  /** Stands in the place of an identity where none was shown. */
  public static final String UNIDENTIFIED = "unidentified";

  public IdentityCount {
    expected = Set.copyOf(expected);
  }
}
