package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * Observes a run's promises at its three moments: {@link #probe} once everything is up and before
 * any load; {@link #watch} for the length of the window; {@link #conclude} after it.
 *
 * <p>Never fails: what could not be observed is evidence with verdict {@code MISSING}.
 */
public final class Prover {
  private final DataPlane plane;
  private final Claims claims;
  private final RunIdentities identities;

  /** A prover of what {@code claims} says of {@code plane}. */
  public Prover(DataPlane plane, Claims claims, RunIdentities identities) {
    this.plane = plane;
    this.claims = claims;
    this.identities = identities;
  }

  /**
   * Calls every wire address as a plaintext client, and, where mutual TLS is claimed, as the right
   * client and as intruders. Adds to proxies' counters, so it must not run inside the window.
   */
  public List<Evidence> probe() {
    List<Evidence> all = new ArrayList<>();
    all.addAll(observe(Promise.PLAINTEXT_PROBE, new PlaintextProbe(plane, claims)::evidence));
    if (claims.encrypted()) {
      all.addAll(observe(Promise.IDENTITY, new IdentityProof(plane, identities)::evidence));
    }
    return all;
  }

  /**
   * Starts to look at the bytes on the path; finish it right after the window.
   *
   * @param observers makes the thread that looks
   */
  public WireWatch watch(ThreadFactory observers) {
    return WireWatch.start(plane, observers);
  }

  /** Judges what the window showed. */
  public List<Evidence> conclude(WindowObservation window) {
    ProxyCounters counters = new ProxyCounters(plane.listeners(), window.before(), window.after());
    List<Evidence> all = new ArrayList<>();
    all.addAll(
        observe(
            EncryptionProof.promise(claims),
            () -> new EncryptionProof(plane, claims).evidence(window.wire(), counters)));
    all.addAll(
        observe(
            Promise.TRAVERSAL,
            () -> new TraversalProof(plane, claims).evidence(counters, window.load())));
    all.addAll(observe(Promise.DENIAL, () -> DenialProof.evidence(window.load())));
    return all;
  }

  /** A proof that breaks is evidence that is missing; it must not take the run with it. */
  private static List<Evidence> observe(Promise promise, Supplier<List<Evidence>> proof) {
    try {
      return proof.get();
    } catch (RuntimeException e) {
      return List.of(
          new Evidence(
              promise,
              "all hops",
              Verdict.MISSING,
              "an observation",
              "the observation broke: " + e,
              "harness"));
    }
  }
}
