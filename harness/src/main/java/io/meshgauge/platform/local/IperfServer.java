package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The iperf3 server of a site, which a TCP stream ends at.
 *
 * <p>It serves one test at a time and tells in its log when it listens; nobody needs to connect to
 * find out, which it would take for a test.
 *
 * @param program iperf3
 * @param address where it listens
 */
record IperfServer(Path program, Address address) {
  private static final Wait LISTENING = new Wait(Duration.ofSeconds(10), Duration.ofMillis(50));
  private static final String READY = "Server listening";

  /** The server of a site. */
  static IperfServer at(Site site, Path program) {
    Address address = site.serving().get(Topology.STREAM_SERVER);
    if (address == null) {
      throw new IllegalArgumentException(
          "no serving address for '%s'; the site has %s"
              .formatted(Topology.STREAM_SERVER, site.serving().keySet()));
    }
    return new IperfServer(program, address);
  }

  /** Whether a topology has such a server in place of the sample services. */
  static boolean in(Topology topology) {
    return topology.services().contains(Topology.STREAM_SERVER);
  }

  /** The command that runs it. */
  List<String> words() {
    return List.of(
        program.toString(),
        "--server",
        "--bind",
        address.host(),
        "--port",
        Integer.toString(address.port()),
        // Else its log is written when it ends.
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
            throw new PlatformException("not ready: " + process.epitaph());
          }
          return listening;
        },
        () -> "iperf3 does not listen at %s: %s".formatted(address, process.epitaph()));
  }

  private static String log(GuardedProcess process) {
    try {
      return Files.exists(process.log()) ? Files.readString(process.log()) : "";
    } catch (IOException e) {
      throw new PlatformException("cannot read " + process.log() + ": " + e.getMessage(), e);
    }
  }
}
