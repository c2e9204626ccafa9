package io.meshgauge.observer;

import io.meshgauge.evidence.ProbeOrigin;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.enforcement.EnforcementException;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.observer.identity.IdentitySource;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.plane.DataPlane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Probes and captures from an observer inside the cluster. */
public final class RemoteProbeOrigin implements ProbeOrigin {
  private final ObserverClient observer;
  private final IdentitySource identities;
  private final Map<String, String> peers;

  /** Creates an origin whose clients have the given identities. */
  public RemoteProbeOrigin(ObserverClient observer, IdentitySource identities) {
    this(observer, identities, Map.of());
  }

  /**
   * Creates an origin that also captures packets to other nodes.
   *
   * @param peers IPv4 addresses of the other nodes, by name
   */
  public RemoteProbeOrigin(
      ObserverClient observer, IdentitySource identities, Map<String, String> peers) {
    this.observer = observer;
    this.identities = identities;
    this.peers = Map.copyOf(peers);
  }

  @Override
  public List<Evidence> probe(DataPlane plane, Guarantees claims, ProbeOptions options) {
    try {
      return observer.probe(plane, claims, options, identities);
    } catch (ObserverException e) {
      return Stream.of(Promise.PLAINTEXT_PROBE, Promise.IDENTITY)
          .filter(
              it ->
                  it == Promise.PLAINTEXT_PROBE
                      || (claims.encryption() != Guarantees.Encryption.NONE
                          && !claims.betweenNodes()))
          .map(it -> missing(it, String.valueOf(e.getMessage())))
          .toList();
    }
  }

  @Override
  public RuleWatch rules(DataPlane plane, Guarantees claims, ProbeOptions options) {
    return new Rules(observer, new ProbeRequest(WireEntry.of(plane), claims, options, identities));
  }

  @Override
  public WireWatch watch(DataPlane plane, WireWatch.Extent extent) {
    try {
      observer.watch(plane, peers, extent);
    } catch (ObserverException e) {
      WireSightings none = WireSightings.none(String.valueOf(e.getMessage()));
      return () -> none;
    }
    return new Watch(observer);
  }

  /** Finishes once, although its user may call both finish and close. */
  private static final class Watch implements WireWatch {
    private final ObserverClient observer;
    private WireSightings seen = WireSightings.none("the watch has not ended");
    private boolean finished;

    Watch(ObserverClient observer) {
      this.observer = observer;
    }

    @Override
    public synchronized WireSightings finish() {
      if (!finished) {
        finished = true;
        try {
          seen = observer.finish();
        } catch (ObserverException e) {
          seen = WireSightings.none(String.valueOf(e.getMessage()));
        }
      }
      return seen;
    }

    @Override
    public synchronized void close() {
      if (!finished) {
        finished = true;
        observer.abandon();
      }
    }
  }

  private static Evidence missing(Promise promise, String why) {
    return new Evidence(
        promise, "all hops", Verdict.MISSING, "an observation from the node", why, "observer");
  }

  /** Watches a rule from an observer, whose clock may differ from that of this machine. */
  private static final class Rules implements RuleWatch {
    private final ObserverClient observer;
    private final long aheadMicros;

    /** Clients at the observer, which send nothing yet. */
    Rules(ObserverClient observer, ProbeRequest probe) {
      this.observer = observer;
      RulePost.Request open = new RulePost.Request(RulePost.Request.Step.OPEN, probe, false, 0, 0);
      observer.rules(open);
      // A second answer comes at once: half the time it took is the most by which this is wrong.
      long sent = Change.now();
      long clock = observer.rules(open).clockMicros();
      aheadMicros = clock - (sent + Change.now()) / 2;
    }

    @Override
    public void ready(boolean denied, Duration limit) {
      try {
        observer.rules(RulePost.Request.ready(denied, limit));
      } catch (ObserverException e) {
        throw new EnforcementException(String.valueOf(e.getMessage()), e);
      }
    }

    @Override
    public List<Transition> transitions(boolean denied, long beginMicros, Duration limit) {
      return observer
          .rules(
              new RulePost.Request(
                  RulePost.Request.Step.AWAIT,
                  null,
                  denied,
                  beginMicros + aheadMicros,
                  limit.toMillis()))
          .transitions();
    }

    @Override
    public void close() {
      observer.rules(new RulePost.Request(RulePost.Request.Step.CLOSE, null, false, 0, 0));
    }
  }
}
