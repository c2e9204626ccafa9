package io.meshgauge.sample.common.grpc;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * gRPC listen address of a service ({@code meshgauge.grpc.*}).
 *
 * @param address local address to bind
 * @param port TCP port, 0 to 65535; 0 picks a free one
 * @param furtherPorts at which it listens as well: each arm that shares the service calls it at a
 *     port of its own
 */
@ConfigurationProperties("meshgauge.grpc")
public record GrpcEndpoint(
    @DefaultValue("127.0.0.1") String address, int port, @DefaultValue List<Integer> furtherPorts) {

  /** Checks the port. */
  public GrpcEndpoint {
    furtherPorts = List.copyOf(furtherPorts);
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "meshgauge.grpc.port is " + port + ", expected 0 to 65535");
    }
  }
}
