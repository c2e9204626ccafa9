package io.meshgauge.evidence;

import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.enforcement.RuleProbes;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.identity.IdentityProof;
import io.meshgauge.evidence.identity.ServerIdentityProof;
import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.window.Observation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** The view from this process: what its own sockets can reach and its machine's devices carry. */
public final class LocalProbeOrigin implements ProbeOrigin {
  private final CredentialIssuer passports;
  private final ThreadFactory observers;

  /**
   * The view of a data plane on the loopback device.
   *
   * @param passports what our clients show
   * @param observers makes the thread that looks at the wire
   */
  public LocalProbeOrigin(CredentialIssuer passports, ThreadFactory observers) {
    this.passports = passports;
    this.observers = observers;
  }

  @Override
  public List<Evidence> probe(DataPlane plane, Guarantees claims, ProbeOptions options) {
    return probe(plane, claims, options, passports);
  }

  /** Calls every wire address from this process; see {@link ProbeOrigin#probe}. */
  public static List<Evidence> probe(
      DataPlane plane, Guarantees claims, ProbeOptions options, CredentialIssuer passports) {
    List<Evidence> all = new ArrayList<>();
    all.addAll(
        Observation.of(
            Promise.PLAINTEXT_PROBE, new PlaintextProbe(plane, claims, options)::evidence));
    if (claims.mutualTls() && options.credentials()) {
      all.addAll(
          Observation.of(
              Promise.IDENTITY, () -> new IdentityProof(plane, passports, options).evidence()));
    } else if (claims.encryption() == Encryption.AT_ENTRY) {
      all.addAll(
          Observation.of(
              Promise.IDENTITY,
              () -> new ServerIdentityProof(plane, claims, passports).evidence()));
    }
    return all;
  }

  @Override
  public RuleWatch rules(DataPlane plane, Guarantees claims, ProbeOptions options) {
    return RuleProbes.of(plane, claims, options, passports, observers);
  }

  @Override
  public WireWatch watch(DataPlane plane, WireWatch.Extent extent) {
    return WireWatch.start(plane, extent, observers);
  }
}
