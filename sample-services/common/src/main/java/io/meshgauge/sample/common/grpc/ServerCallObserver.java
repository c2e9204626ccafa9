package io.meshgauge.sample.common.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * Interceptor that times served calls as {@code grpc.server.requests} and makes their propagated
 * headers current during the request. Excludes health checks.
 */
final class ServerCallObserver implements ServerInterceptor {

  private static final String HEALTH = "grpc.health.";

  private final MeterProvider<Timer> timers;

  ServerCallObserver(MeterRegistry registry) {
    this.timers =
        Timer.builder("grpc.server.requests")
            .description("Served gRPC calls")
            .withRegistry(registry);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata metadata, ServerCallHandler<Q, R> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    if (method.startsWith(HEALTH)) {
      return next.startCall(call, metadata);
    }
    PropagatedHeaders headers = MetadataKeys.read(metadata);
    ServerCall.Listener<Q> listener = next.startCall(new TimedCall<>(call, method), metadata);
    return new SimpleForwardingServerCallListener<>(listener) {
      @Override
      public void onHalfClose() {
        // The request of a unary call is complete here, so its work runs here.
        try (PropagatedHeaders.Scope scope = headers.enter()) {
          super.onHalfClose();
        }
      }
    };
  }

  private final class TimedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final String method;
    private final long start = System.nanoTime();

    TimedCall(ServerCall<Q, R> call, String method) {
      super(call);
      this.method = method;
    }

    @Override
    public void close(Status status, Metadata trailers) {
      super.close(status, trailers);
      timers
          .withTags("method", method, "status", status.getCode().name())
          .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
  }
}
