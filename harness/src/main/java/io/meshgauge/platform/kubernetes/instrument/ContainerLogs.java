package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.measure.Part;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.Backends.AccessLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads access logs that proxies write to their container's log, from the kubelet.
 *
 * @param cluster of the proxies
 */
record ContainerLogs(Cluster cluster) {

  void copy(AccessLogs logs, Instant since) {
    logs.files().forEach((proxy, file) -> copy(proxy, file, since));
  }

  /** The proxies of several load workers are one proxy of the topology; their logs are joined. */
  private void copy(String proxy, Path file, Instant since) {
    List<Container> containers =
        cluster.containers().stream()
            .filter(it -> it.part() == Part.DATA_PLANE)
            .filter(it -> Workload.proxyInTopology(it.name()).equals(proxy))
            .toList();
    if (containers.isEmpty()) {
      throw new ProbeException(
          "no container is %s; there are %s"
              .formatted(proxy, cluster.containers().stream().map(it -> it.name()).toList()));
    }
    try {
      String text =
          containers.stream().map(it -> cluster.log(it, since)).collect(Collectors.joining());
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (PlatformException e) {
      throw new ProbeException("the log of %s: %s".formatted(proxy, e.getMessage()), e);
    } catch (IOException e) {
      throw new ProbeException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
