package io.meshgauge.identity;

import io.meshgauge.topology.connection.CertificateKey;

/** An untrusted authority that signs any name, for intruders. */
public final class UntrustedIdentity {
  private final Authority authority =
      new Authority("Meshgauge intruder CA", CertificateKey.ECDSA_P_256);

  /** A credential of the given SPIFFE name that must be refused everywhere. */
  public Credential named(String spiffe) {
    return authority.issue(spiffe);
  }
}
