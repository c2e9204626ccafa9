package io.meshgauge.topology;

/**
 * What a mesh promises; each claim must be proven in every run that is to be scored.
 *
 * @param proxies where proxies stand on every hop
 * @param encryption which hops are TLS, or what else is encrypted
 * @param refusals whom its policy refuses by itself
 */
public record Guarantees(Proxies proxies, Encryption encryption, Refusals refusals) {

  /** Where proxies stand on every hop. */
  public enum Proxies {
    /** Nowhere: clients dial their peers. */
    NONE,
    /** At the client and at the server. */
    BOTH_SIDES,
    /** Once, before the server and its replicas. */
    BEFORE_SERVER,
    /** One of the node carries the connections of all workloads, and sees no requests. */
    SHARED,
    /** And between them another one for all services, which sees the requests. */
    SHARED_AND_WAYPOINT,
    /** Once, on a node between: those of all nodes are one, since any of them may be called. */
    ANY_NODE
  }

  /** Which hops are TLS; there, plaintext is refused. Or what else is encrypted. */
  public enum Encryption {
    /** None. */
    NONE,
    /** Where the load enters: its proxy shows a certificate, and asks for none. */
    AT_ENTRY,
    /** Every hop, and both sides show a certificate. */
    MUTUAL,
    /**
     * None; but the nodes' kernels encrypt every packet that leaves a node for another. No one
     * shows a certificate, and what stays on a node can be read there.
     */
    BETWEEN_NODES
  }

  /** Whom a mesh refuses by itself, before the services see the request. */
  public enum Refusals {
    /** None: there is no policy, and the services decide. */
    NONE,
    /**
     * Any workload that is no caller of the service by a rule, and what no rule names; tokens are
     * not looked at, and the services decide about those.
     */
    BY_CALLER,
    /** Any request without a token; what a token says is left to the services. */
    WITHOUT_TOKEN,
    /** Any request without a role that a rule requires, or without a token. */
    BY_ROLE,
    /** Also any request with a wrong attribute. */
    BY_ATTRIBUTE
  }

  /**
   * The claims of a mesh without a policy.
   *
   * @param mutualTls on every hop
   */
  public Guarantees(Proxies proxies, boolean mutualTls) {
    this(proxies, mutualTls ? Encryption.MUTUAL : Encryption.NONE, Refusals.NONE);
  }

  /** The same claims with TLS where the load enters. */
  public Guarantees withTlsAtEntry() {
    return new Guarantees(proxies, Encryption.AT_ENTRY, refusals);
  }

  /** The same claims over a network that encrypts what passes between nodes. */
  public Guarantees encryptedBetweenNodes() {
    return new Guarantees(proxies, Encryption.BETWEEN_NODES, refusals);
  }

  /** Whether what passes between nodes is encrypted, and nothing else. */
  public boolean betweenNodes() {
    return encryption == Encryption.BETWEEN_NODES;
  }

  /** Whether every hop is mutual TLS. */
  public boolean mutualTls() {
    return encryption == Encryption.MUTUAL;
  }

  /** Whether a hop is TLS. */
  public boolean encrypted(Hop hop) {
    return mutualTls() || (encryption == Encryption.AT_ENTRY && hop.client().equals(Topology.LOAD));
  }

  /** The same claims with a policy. */
  public Guarantees refusing(Refusals whom) {
    return new Guarantees(proxies, encryption, whom);
  }

  /** Whether a policy is enforced by the mesh. */
  public boolean policed() {
    return refusals != Refusals.NONE;
  }

  /**
   * The HTTP status that a request without a token gets: 401 where a service asks for one; 403
   * where a policy allows no caller without a role, as Istio's does.
   */
  public int withoutToken() {
    return policed() && refusals != Refusals.BY_CALLER ? 403 : 401;
  }

  /** Whether there are proxies at all. */
  public boolean proxied() {
    return proxies != Proxies.NONE;
  }

  /** Whether connections are carried by a proxy that all workloads of a node share. */
  public boolean shared() {
    return proxies == Proxies.SHARED || proxies == Proxies.SHARED_AND_WAYPOINT;
  }

  /** Whether proxies of the nodes, or their kernels, serve all namespaces of a cluster. */
  public boolean ofNodes() {
    return shared() || proxies == Proxies.ANY_NODE || betweenNodes();
  }

  /** Whether calls are spread over a service's replicas by a proxy before them. */
  public boolean balanced() {
    return proxies == Proxies.BEFORE_SERVER;
  }
}
