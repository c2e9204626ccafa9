package io.meshgauge.identity;

/** An untrusted authority that signs any name, for intruders. */
public final class UntrustedIdentity {
  private final Authority authority = new Authority("Meshgauge intruder CA");

  /** A credential of the given SPIFFE name that must be refused everywhere. */
  public Credential named(String spiffe) {
    return authority.issue(spiffe);
  }
}
