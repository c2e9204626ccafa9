package io.meshgauge.sample.common.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Interceptor that adds a deadline and the current request's propagated headers to every call, and
 * times it as {@code grpc.client.requests}.
 */
final class ClientCallObserver implements ClientInterceptor {

  private final long deadlineNanos;
  private final MeterProvider<Timer> timers;

  ClientCallObserver(String peer, Duration deadline, MeterRegistry registry) {
    this.deadlineNanos = deadline.toNanos();
    this.timers =
        Timer.builder("grpc.client.requests")
            .description("Calls to gRPC peers")
            .tag("peer", peer)
            .withRegistry(registry);
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    CallOptions bounded = options.withDeadlineAfter(deadlineNanos, TimeUnit.NANOSECONDS);
    return new TimedCall<>(next.newCall(method, bounded), method.getFullMethodName());
  }

  private final class TimedCall<Q, R> extends SimpleForwardingClientCall<Q, R> {
    private final String method;

    TimedCall(ClientCall<Q, R> call, String method) {
      super(call);
      this.method = method;
    }

    @Override
    public void start(Listener<R> listener, Metadata metadata) {
      MetadataKeys.write(PropagatedHeaders.current(), metadata);
      long start = System.nanoTime();
      super.start(
          new SimpleForwardingClientCallListener<>(listener) {
            @Override
            public void onClose(Status status, Metadata trailers) {
              timers
                  .withTags("method", method, "status", status.getCode().name())
                  .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
              super.onClose(status, trailers);
            }
          },
          metadata);
    }
  }
}
