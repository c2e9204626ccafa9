package io.meshgauge.experiment;

import io.meshgauge.topology.connection.NegotiatedTls;
import org.jspecify.annotations.Nullable;

/**
 * One observation of one promise.
 *
 * @param promise the kind of promise
 * @param subject the observed hop or listener, for example {@code web → prices}
 * @param verdict whether the promise was seen to hold
 * @param expected what the promise requires
 * @param observed what was seen
 * @param source archive file relative to the folder of the run, or the method of observation
 * @param tls the TLS that was observed; null where the observation is of something else
 */
public record Evidence(
    Promise promise,
    String subject,
    Verdict verdict,
    String expected,
    String observed,
    String source,
    @Nullable NegotiatedTls tls) {
  public Evidence(
      Promise promise,
      String subject,
      Verdict verdict,
      String expected,
      String observed,
      String source) {
    this(promise, subject, verdict, expected, observed, source, null);
  }

  /** The kinds of promises that are observed. */
  public enum Promise {
    /** Bytes on the path are TLS. */
    ENCRYPTION,
    /** Bytes on the path are readable where no encryption is claimed: the control. */
    PLAINTEXT,
    /** A plaintext client is refused under strict TLS, and served if none is claimed. */
    PLAINTEXT_PROBE,
    /** A peer with a wrong identity is refused. */
    IDENTITY,
    /** The load passed the claimed proxies. */
    TRAVERSAL,
    /** Exactly the requests that must be refused were refused. */
    DENIAL,
    /** The mesh itself refused these requests, and refused or passed no others unnoticed. */
    POLICY,
    /** Calls were spread over the replicas of a service as the algorithm specifies. */
    DISTRIBUTION,
    /** The requested traces, scrapes and log lines arrived, in the requested number. */
    TELEMETRY,
    /** Requests were retried, aborted and limited as configured. */
    TRAFFIC,
    /** Processes were limited to the declared CPU and memory. */
    LIMITS
  }

  /** The result of an observation. */
  public enum Verdict {
    PROVEN,
    DISPROVEN,
    /** Not observable; the run is unverified, as if the promise were disproven. */
    MISSING,
    /**
     * Everything seen holds, but what could have passed unseen has no bound, so nothing is proven
     * of all calls. The run can be valid.
     */
    UNBOUNDED,
    /** Not observable of this application, as its file says; the promise is not claimed of it. */
    NOT_CLAIMED
  }

  /** The same, with the TLS that was observed. */
  public Evidence with(NegotiatedTls negotiated) {
    return new Evidence(promise, subject, verdict, expected, observed, source, negotiated);
  }

  /** Whether the promise did not hold, or could not be observed although it is claimed. */
  public boolean unproven() {
    return verdict == Verdict.DISPROVEN || verdict == Verdict.MISSING;
  }

  /** Whether the promise was observed to hold. */
  public boolean proven() {
    return verdict == Verdict.PROVEN;
  }
}
