package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;

/**
 * Forwards a loopback port of this machine to a loopback port of a pod, through the API server.
 * Each connection is separate, so the forward survives an outage of the API server.
 */
final class PodForward implements AutoCloseable {
  private final LocalPortForward forward;
  private final Address address;

  private PodForward(LocalPortForward forward) {
    this.forward = forward;
    this.address = Address.loopback(forward.getLocalPort());
  }

  static PodForward open(KubernetesClient client, String namespace, String pod, int port) {
    return new PodForward(
        client
            .pods()
            .inNamespace(namespace)
            .withName(pod)
            .portForward(port, InetAddress.getLoopbackAddress(), 0));
  }

  Address address() {
    return address;
  }

  @Override
  public void close() {
    try {
      forward.close();
    } catch (IOException e) {
      throw new PlatformException("a forwarded port did not close: " + e.getMessage(), e);
    }
  }
}
