package io.meshgauge.evidence;

/**
 * How our clients call a mesh's listeners, and what is asked of them beyond the claims.
 *
 * @param callersOnly servers must admit nobody but their callers: a workload of the right authority
 *     that is no caller is an intruder too. Asks every server for an answer to a whole request
 * @param istioAlpn offer the application protocols that Istio's sidecars offer each other; harmless
 *     elsewhere
 */
public record ProbeOptions(boolean callersOnly, boolean istioAlpn) {
  /** Any workload of the right authority may call; no application protocol is offered. */
  public static final ProbeOptions PLAIN = new ProbeOptions(false, false);
}
