package io.meshgauge.evidence.probe;

/**
 * How our clients call a mesh's listeners, and what is asked of them beyond the claims.
 *
 * @param callersOnly servers must admit only their callers: a workload of the right authority that
 *     is no caller is an intruder too. Asks every server for an answer to a whole request
 * @param istioAlpn offer the application protocols that Istio's sidecars offer each other; harmless
 *     elsewhere
 * @param refusesInPlaintext a stranger may be refused in plaintext, with status 403 call; no
 *     service answers our question so. Asks every server a whole question
 * @param credentials whether our clients can be given what the mesh's workloads show; where not,
 *     the identities of those are proven by the proxies' counters
 * @param keptOnly requests that are sent all the time use kept connections only, since handshakes
 *     would take CPU from what is measured; where TLS is promised, some are sent without it
 */
public record ProbeOptions(
    boolean callersOnly,
    boolean istioAlpn,
    boolean refusesInPlaintext,
    boolean credentials,
    boolean keptOnly) {
  /** Any workload of the right authority may call; no application protocol is offered. */
  public static final ProbeOptions PLAIN = new ProbeOptions(false, false);

  /** Proxies that count identities, and refuse strangers in plaintext. */
  public static final ProbeOptions COUNTED = new ProbeOptions(false, false, true, false, false);

  /** Options for proxies that hang up on strangers, and clients that have credentials. */
  public ProbeOptions(boolean callersOnly, boolean istioAlpn) {
    this(callersOnly, istioAlpn, false, true, false);
  }

  /** The same, with kept connections only. */
  public ProbeOptions kept() {
    return new ProbeOptions(callersOnly, istioAlpn, refusesInPlaintext, credentials, true);
  }
}
