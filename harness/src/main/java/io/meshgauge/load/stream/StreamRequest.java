package io.meshgauge.load.stream;

import io.meshgauge.topology.Address;
import java.time.Duration;
import java.util.List;

/**
 * A stream that iperf3 sends.
 *
 * @param server address to connect to
 * @param duration in whole seconds
 * @param streams parallel connections that carry data, at least 1
 */
public record StreamRequest(Address server, Duration duration, int streams) {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  public StreamRequest {
    if (duration.toSeconds() < 1 || streams < 1) {
      throw new IllegalArgumentException(
          "a stream of %s over %d connections; expected at least 1 s and 1 connection"
              .formatted(duration, streams));
    }
  }

  /**
   * The command that sends it from client to server at full speed and prints JSON.
   *
   * <p>The payload is a pattern, not random bytes, so that captures can recognise it on the wire.
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
        Long.toString(CONNECT_TIMEOUT.toMillis()),
        "--repeating-payload",
        "--json");
  }
}
