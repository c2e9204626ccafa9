package io.meshgauge.evidence.capture;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Where packets are captured.
 *
 * @param device name of the one device; empty for all devices of this network namespace
 * @param words for evidence, for example {@code the loopback device}
 * @param copies how often one segment may be seen
 * @param own finds the hosts' addresses that are this place's own, and no workload's
 */
public record CapturePlace(String device, String words, int copies, Supplier<Set<String>> own) {
  /** The device that connects the processes of one machine. */
  public static final CapturePlace LOOPBACK =
      new CapturePlace("lo", "the loopback device", 1, Set::of);

  /**
   * All devices of a cluster's node, its side of every pod's veth pair among them. A segment
   * between two pods crosses up to four: out of the client's veth, into and out of a bridge, into
   * the server's veth.
   */
  public static CapturePlace node(String name) {
    return new CapturePlace("", "all devices of node " + name, 4, CapturePlace::ofThisHost);
  }

  /** The addresses of this network namespace: a node's kubelet asks pods from one of them. */
  private static Set<String> ofThisHost() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .map(InetAddress::getHostAddress)
          .collect(Collectors.toSet());
    } catch (SocketException e) {
      // What the node asks is then taken for traffic, and what it reads for a broken promise.
      return Set.of();
    }
  }
}
