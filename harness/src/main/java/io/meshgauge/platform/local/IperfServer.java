package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The iperf3 server of a site, which receives the TCP stream.
 *
 * <p>It serves one test at a time. Its log shows when it listens; a connection as a readiness check
 * would count as a test.
 *
 * @param program iperf3
 * @param address that it listens at
 */
record IperfServer(Path program, Address address) {
  private static final Wait LISTENING = new Wait(Duration.ofSeconds(10), Duration.ofMillis(50));
  private static final String READY = "Server listening";

  static IperfServer at(Site site, Path program) {
    Address address = site.serving().get(Topology.STREAM_SERVER);
    if (address == null) {
      throw new IllegalArgumentException(
          "no serving address for '%s'; the site has %s"
              .formatted(Topology.STREAM_SERVER, site.serving().keySet()));
    }
    return new IperfServer(program, address);
  }

  /** Whether a topology has an iperf3 server instead of the sample services. */
  static boolean in(Topology topology) {
    return topology.services().contains(Topology.STREAM_SERVER);
  }

  List<String> command() {
    return List.of(
        program.toString(),
        "--server",
        "--bind",
        address.host(),
        "--port",
        Integer.toString(address.port()),
        // Otherwise the log is written only at the end.
        "--forceflush");
  }

  /**
   * Waits until it listens.
   *
   * @throws PlatformException when it has ended, with its last lines, or does not listen in time
   */
  void await(GuardedProcess process) {
    LISTENING.untilTrue(
        () -> {
          boolean listening = log(process).contains(READY);
          if (!listening && !process.isAlive()) {
            throw new PlatformException("not ready: " + process.exitReport());
          }
          return listening;
        },
        () -> "iperf3 does not listen at %s: %s".formatted(address, process.exitReport()));
  }

  private static String log(GuardedProcess process) {
    try {
      return Files.exists(process.log()) ? Files.readString(process.log()) : "";
    } catch (IOException e) {
      throw new PlatformException("cannot read " + process.log() + ": " + e.getMessage(), e);
    }
  }
}
