package io.meshgauge.topology;

/**
 * What a mesh promises; each claim must be proven in every run that is to be scored.
 *
 * @param proxies where proxies stand on every hop
 * @param encrypted every hop is mutual TLS, and plaintext is refused
 * @param refusals whom its policy refuses by itself
 */
public record Claims(Proxies proxies, boolean encrypted, Refusals refusals) {

  /** Where proxies stand on every hop. */
  public enum Proxies {
    /** Nowhere: clients dial their peers. */
    NONE,
    /** Beside the client and beside the server. */
    BOTH_SIDES,
    /** Once, before the server and its replicas. */
    BEFORE_SERVER
  }

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
  public Claims(Proxies proxies, boolean encrypted) {
    this(proxies, encrypted, Refusals.NONE);
  }

  /** The same claims with a policy. */
  public Claims refusing(Refusals whom) {
    return new Claims(proxies, encrypted, whom);
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

  /** Whether there are proxies at all. */
  public boolean proxied() {
    return proxies != Proxies.NONE;
  }

  /** Whether calls are spread over a service's replicas by a proxy before them. */
  public boolean balanced() {
    return proxies == Proxies.BEFORE_SERVER;
  }
}
