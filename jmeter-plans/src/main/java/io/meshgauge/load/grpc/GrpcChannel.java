package io.meshgauge.load.grpc;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ClientTransportFilter;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.tls.TlsContext;
import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC channel to one server for any number of threads: one connection, opened on first use and
 * reopened after its end. Unary calls only. Never retries.
 */
public final class GrpcChannel implements Closeable {

  private static final int MAX_MESSAGE_BYTES = 1 << 30;

  private final ManagedChannel channel;
  private final AtomicInteger opened = new AtomicInteger();

  /** A channel that will connect by that route. */
  public GrpcChannel(GrpcRoute route) {
    TlsContext tls = route.tls();
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(
                route.target().host(), route.target().port(), credentials(tls))
            .directExecutor()
            .disableRetry()
            .disableServiceConfigLookUp()
            // Ignores proxies named in the environment.
            .proxyDetector(address -> null)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .addTransportFilter(new Counter());
    if (tls != null) {
      builder.overrideAuthority(tls.serverName(route.target().host()));
    }
    channel = builder.build();
  }

  private static ChannelCredentials credentials(@Nullable TlsContext tls) {
    if (tls == null) {
      return InsecureChannelCredentials.create();
    }
    TlsChannelCredentials.Builder builder =
        TlsChannelCredentials.newBuilder().trustManager(tls.trust());
    if (tls.identity().length > 0) {
      builder.keyManager(tls.identity());
    }
    return builder.build();
  }

  private final class Counter extends ClientTransportFilter {
    @Override
    public Attributes transportReady(Attributes attributes) {
      opened.incrementAndGet();
      return attributes;
    }
  }

  /** Makes a call and waits for its end; connecting is part of it. */
  public GrpcExchange call(GrpcTemplate template, int deadlineMillis) {
    GrpcExchange exchange = new GrpcExchange();
    exchange.sentNanos = System.nanoTime();
    UnaryCall heard =
        new UnaryCall(exchange, exchange.sentNanos + TimeUnit.MILLISECONDS.toNanos(deadlineMillis));
    ClientCall<byte[], Integer> call =
        channel.newCall(
            template.method(),
            CallOptions.DEFAULT.withDeadlineAfter(deadlineMillis, TimeUnit.MILLISECONDS));
    call.start(heard, template.newMetadata());
    // Two: with one, grpc-java would not read the trailers until another request.
    call.request(2);
    call.sendMessage(template.message());
    call.halfClose();
    heard.await(call);
    boolean connected = exchange.error != ErrorKind.REFUSED && exchange.error != ErrorKind.CONNECT;
    exchange.connectionOpened = connected && claimOpened();
    if (exchange.error != null) {
      // The next call connects again instead of failing with the cached error.
      channel.resetConnectBackoff();
    }
    return exchange;
  }

  private boolean claimOpened() {
    return opened.get() > 0 && opened.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
  }

  /** For requests that are not part of the load. */
  Channel channel() {
    return channel;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
