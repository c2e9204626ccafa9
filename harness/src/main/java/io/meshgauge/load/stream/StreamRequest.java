package io.meshgauge.load.stream;

import io.meshgauge.topology.Address;
import java.time.Duration;
import java.util.List;

/**
 * What iperf3 is asked to send.
 *
 * @param server the address to dial
 * @param duration how long, in whole seconds
 * @param streams parallel connections that carry data, at least 1
 */
public record StreamRequest(Address server, Duration duration, int streams) {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  public StreamRequest {
    if (duration.toSeconds() < 1 || streams < 1) {
      throw new IllegalArgumentException(
          "a stream of %s over %d connections; expected a second and a connection at least"
              .formatted(duration, streams));
    }
  }

  /**
   * The command that sends it, upwards, as fast as it goes, and prints JSON.
   *
   * <p>Its payload is a pattern that can be recognised on the wire, and not random bytes.
   *
   * @param program iperf3
   */
  public List<String> command(String program) {
    return List.of(
        program,
        "--client",
        server.host(),
        "--port",
        Integer.toString(server.port()),
        "--time",
        Long.toString(duration.toSeconds()),
        "--parallel",
        Integer.toString(streams),
        "--connect-timeout",
        Long.toString(CONNECT.toMillis()),
        "--repeating-payload",
        "--json");
  }
}
