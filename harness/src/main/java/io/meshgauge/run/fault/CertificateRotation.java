package io.meshgauge.run.fault;

import io.meshgauge.evidence.identity.RenewalProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Issues new certificates of the same authority to all proxies. Open connections continue; new ones
 * use the new certificates.
 */
public final class CertificateRotation implements Fault {
  private static final Wait USE_TIMEOUT = new Wait(Duration.ofSeconds(60), Duration.ofMillis(20));

  private final RunIdentities identities;
  private final DataPlane plane;
  private final ProxyProbe probe;
  private final List<ProxyProcess> holders;

  /**
   * @param probe reads the certificates that proxies present
   * @throws PlatformException when no proxy reloads certificates
   */
  public CertificateRotation(RunIdentities identities, DataPlane plane, ProxyProbe probe) {
    this.identities = identities;
    this.plane = plane;
    this.probe = probe;
    this.holders =
        plane.proxies().stream()
            .filter(it -> plane.changes().credentials().containsKey(it.name()))
            .toList();
    if (holders.isEmpty()) {
      throw new PlatformException(
          "no proxy of the arm reloads certificates while it runs; expected at least one");
    }
  }

  @Override
  public String victim() {
    return "%d proxies".formatted(holders.size());
  }

  @Override
  public void carryOut() {
    try {
      identities.renew();
    } catch (IOException e) {
      throw new PlatformException("new certificates could not be written: " + e.getMessage(), e);
    }
    Map<String, String> late = new TreeMap<>();
    USE_TIMEOUT.untilEach(
        holders,
        it -> uses(it, late),
        () -> "certificates were replaced, but not all proxies use the new ones: " + late);
  }

  private boolean uses(ProxyProcess proxy, Map<String, String> late) {
    Set<BigInteger> shown = probe.control(plane).certificates(probe.pages(proxy.admin()));
    Optional<BigInteger> due =
        Optional.ofNullable(plane.changes().credentials().get(proxy.name()))
            .flatMap(identities::of)
            .map(Credential::chain)
            .map(chain -> chain.get(0).getSerialNumber());
    boolean all = due.isPresent() && shown.equals(Set.of(due.get()));
    if (all) {
      late.remove(proxy.name());
    } else {
      late.put(
          proxy.name(),
          shown.stream()
              .map(it -> it.toString(16))
              .collect(Collectors.joining(", ", "shows ", "")));
    }
    return all;
  }

  @Override
  public List<Evidence> afterwards() {
    return new RenewalProof(plane, identities).evidence();
  }
}
