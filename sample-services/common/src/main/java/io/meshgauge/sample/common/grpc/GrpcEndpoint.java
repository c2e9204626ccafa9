package io.meshgauge.sample.common.grpc;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * gRPC listen address of a service ({@code meshgauge.grpc.*}).
 *
 * @param address local address to bind
 * @param port TCP port, 0 to 65535; 0 picks a free one
 */
@ConfigurationProperties("meshgauge.grpc")
public record GrpcEndpoint(@DefaultValue("127.0.0.1") String address, int port) {

  /** Checks the port. */
  public GrpcEndpoint {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "meshgauge.grpc.port is " + port + ", expected 0 to 65535");
    }
  }
}
