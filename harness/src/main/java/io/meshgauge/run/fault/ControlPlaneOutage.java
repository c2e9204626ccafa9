package io.meshgauge.run.fault;

import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.topology.design.ControlPlane;
import java.time.Duration;
import java.util.Optional;

/**
 * Stops the control plane of a mesh for a while. The proxies keep their last configuration, so all
 * promises must still hold.
 *
 * @param deployment of an arm in the mesh
 * @param controlPlane of that mesh
 * @param length of the outage
 */
public record ControlPlaneOutage(Deployment deployment, ControlPlane controlPlane, Duration length)
    implements Fault {

  @Override
  public String victim() {
    return "%s for %d s".formatted(controlPlane.title(), length.toSeconds());
  }

  @Override
  public void carryOut() {
    deployment.pause(controlPlane, length);
  }

  @Override
  public Optional<Part> ending() {
    return Optional.of(Part.CONTROL_PLANE);
  }
}
