package io.meshgauge.topology;

/**
 * What a mesh promises; each claim must be proven in every run that is to be scored.
 *
 * @param proxied every hop goes through a proxy on both sides
 * @param encrypted every hop is mutual TLS, and plaintext is refused
 * @param refusals whom its policy refuses by itself
 */
public record Claims(boolean proxied, boolean encrypted, Refusals refusals) {

  /** Whom a mesh refuses by itself, before the services see the request. */
  public enum Refusals {
    /** Nobody: there is no policy, and the services decide. */
    NONE,
    /** Whoever has no role that a rule asks for, or no token. */
    BY_ROLE,
    /** Also whoever has a wrong attribute. */
    BY_ATTRIBUTE
  }

  /** The claims of a mesh without a policy. */
  public Claims(boolean proxied, boolean encrypted) {
    this(proxied, encrypted, Refusals.NONE);
  }

  /** The same claims with a policy. */
  public Claims refusing(Refusals whom) {
    return new Claims(proxied, encrypted, whom);
  }

  /** Whether a policy is enforced by the mesh. */
  public boolean policed() {
    return refusals != Refusals.NONE;
  }

  /**
   * The HTTP status that a request without a token gets: 401 where a service asks for one; 403
   * where a policy allows nobody without a role, as Istio's does.
   */
  public int withoutToken() {
    return policed() ? 403 : 401;
  }
}
