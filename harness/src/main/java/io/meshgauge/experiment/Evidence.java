package io.meshgauge.experiment;

/**
 * One observation about one promise.
 *
 * @param promise what kind of promise it speaks of
 * @param subject the hop or listener observed, for example {@code order → payment}
 * @param verdict whether the promise was seen to hold
 * @param expected what the promise asks for
 * @param observed what was seen
 * @param source archive file, relative to the run's folder, or how it was observed
 */
public record Evidence(
    Promise promise,
    String subject,
    Verdict verdict,
    String expected,
    String observed,
    String source) {

  /** The kinds of promises that are observed. */
  public enum Promise {
    /** Bytes on the path are TLS. */
    ENCRYPTION,
    /** Bytes on the path are readable, where no encryption is claimed: the control. */
    PLAINTEXT,
    /** A plaintext client is refused under strict TLS, and served where none is claimed. */
    PLAINTEXT_PROBE,
    /** A peer with a wrong identity is refused. */
    IDENTITY,
    /** The load went through the proxies it is said to go through. */
    TRAVERSAL,
    /** Every request that must be refused was refused, and no other. */
    DENIAL,
    /** The refusals were the mesh's own, and nobody else was refused or let pass unseen. */
    POLICY,
    /** Calls were spread over a service's replicas as the algorithm says. */
    DISTRIBUTION,
    /**
     * The traces, scrapes and log lines that an arm asks for came in, and as many as it asks for.
     */
    TELEMETRY,
    /** Requests were sent again, given up and limited as an arm asks for. */
    TRAFFIC
  }

  /** What an observation says about the promise. */
  public enum Verdict {
    PROVEN,
    DISPROVEN,
    /** It could not be observed; the run is as unverified as if it were disproven. */
    MISSING
  }

  /** Whether the promise was observed to hold. */
  public boolean proven() {
    return verdict == Verdict.PROVEN;
  }
}
