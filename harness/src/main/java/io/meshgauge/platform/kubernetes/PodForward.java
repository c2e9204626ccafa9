package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;

/**
 * A port of this machine's loopback device that leads to a port on a pod's own, through the API
 * server. Each connection to it is one of its own there, so that it outlives an API server that was
 * gone for a while.
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
