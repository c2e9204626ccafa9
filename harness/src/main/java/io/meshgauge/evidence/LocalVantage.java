package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.identity.Passports;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.Claims.Encryption;
import io.meshgauge.topology.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** The view from this process: what its own sockets can reach and its machine's devices carry. */
public final class LocalVantage implements Vantage {
  private final Passports passports;
  private final ThreadFactory observers;

  /**
   * The view of a data plane on the loopback device.
   *
   * @param passports what our clients show
   * @param observers makes the thread that looks at the wire
   */
  public LocalVantage(Passports passports, ThreadFactory observers) {
    this.passports = passports;
    this.observers = observers;
  }

  @Override
  public List<Evidence> probe(DataPlane plane, Claims claims, ProbeOptions options) {
    return probe(plane, claims, options, passports);
  }

  /** Calls every wire address from this process; see {@link Vantage#probe}. */
  public static List<Evidence> probe(
      DataPlane plane, Claims claims, ProbeOptions options, Passports passports) {
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
  public WireWatch watch(DataPlane plane) {
    return WireWatch.start(plane, observers);
  }
}
