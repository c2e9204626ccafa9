package io.meshgauge.sample.common.grpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The gRPC server of a service, with the standard health service.
 *
 * <p>Stops gracefully: health becomes NOT_SERVING, calls in flight may finish, the rest is
 * cancelled after two seconds. Services must not block a thread for long; there are twice as many
 * threads as cores, at least four.
 */
public final class GrpcServer implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(GrpcServer.class);
  private static final int MAX_MESSAGE_BYTES = 1 << 20;
  private static final int MAX_METADATA_BYTES = 16 << 10;
  private static final int GRACE_SECONDS = 2;

  private final GrpcEndpoint endpoint;
  private final BindableService service;
  private final MeterRegistry registry;
  private final HealthStatusManager health = new HealthStatusManager();
  private volatile @Nullable Server server;
  private @Nullable ExecutorService executor;

  /**
   * @param endpoint listen address
   * @param service to serve
   * @param registry times the calls
   */
  public GrpcServer(GrpcEndpoint endpoint, BindableService service, MeterRegistry registry) {
    this.endpoint = endpoint;
    this.service = service;
    this.registry = registry;
  }

  /** The listening port; -1 while not running. */
  public int port() {
    Server current = server;
    return current == null ? -1 : current.getPort();
  }

  @Override
  public void start() {
    int threads = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    executor = Executors.newFixedThreadPool(threads, new CustomizableThreadFactory("grpc-"));
    InetSocketAddress address = new InetSocketAddress(endpoint.address(), endpoint.port());
    try {
      NettyServerBuilder builder = NettyServerBuilder.forAddress(address);
      for (int port : endpoint.furtherPorts()) {
        builder.addListenAddress(new InetSocketAddress(endpoint.address(), port));
      }
      server =
          builder
              .executor(executor)
              .maxInboundMessageSize(MAX_MESSAGE_BYTES)
              .maxInboundMetadataSize(MAX_METADATA_BYTES)
              .intercept(new ServerCallObserver(registry))
              .addService(service)
              .addService(health.getHealthService())
              .build()
              .start();
    } catch (IOException e) {
      executor.shutdownNow();
      throw new UncheckedIOException(
          "gRPC cannot listen on %s: %s. Choose another meshgauge.grpc.port."
              .formatted(address, e.getMessage()),
          e);
    }
    health.setStatus("", ServingStatus.SERVING);
    LOG.info("gRPC on {}:{}", endpoint.address(), port());
  }

  @Override
  public void stop() {
    Server current = server;
    server = null;
    if (current == null) {
      return;
    }
    health.enterTerminalState();
    current.shutdown();
    try {
      if (!current.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        current.shutdownNow();
      }
    } catch (InterruptedException e) {
      current.shutdownNow();
      Thread.currentThread().interrupt();
    }
    if (executor != null) {
      executor.shutdownNow();
    }
  }

  @Override
  public boolean isRunning() {
    return server != null;
  }

  /** Starts after and stops before everything that calls use, like the web server. */
  @Override
  public int getPhase() {
    return DEFAULT_PHASE - 1024;
  }
}
