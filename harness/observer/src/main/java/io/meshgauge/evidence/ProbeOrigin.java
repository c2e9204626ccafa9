package io.meshgauge.evidence;

import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.plane.DataPlane;
import java.util.List;

/**
 * A place from which a data plane's wire addresses can be called and their bytes be seen.
 *
 * <p>Evidence never fails: what cannot be observed from there is said in words.
 */
public interface ProbeOrigin {

  /**
   * Calls every wire address as a plaintext client, and, where mutual TLS is claimed, as the right
   * client and as intruders.
   *
   * @return evidence of {@code PLAINTEXT_PROBE} and {@code IDENTITY}
   */
  List<Evidence> probe(DataPlane plane, Guarantees claims, ProbeOptions options);

  /** Clients that find out when every proxy applies a changed rule. */
  RuleWatch rules(DataPlane plane, Guarantees claims, ProbeOptions options);

  /** Starts to look at the bytes on every wire address. */
  WireWatch watch(DataPlane plane, WireWatch.Extent extent);
}
