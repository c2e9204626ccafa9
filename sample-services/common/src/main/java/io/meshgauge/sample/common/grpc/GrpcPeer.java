package io.meshgauge.sample.common.grpc;

import com.google.common.net.HostAndPort;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.stub.AbstractBlockingStub;
import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.meshgauge.sample.common.peer.PeerFailure;
import io.meshgauge.sample.common.peer.PeerFailure.Kind;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.peer.PerArm;
import io.meshgauge.sample.common.peer.Turns;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Client of another service over gRPC, on one plaintext HTTP/2 connection for each arm and replica,
 * since encryption is the mesh's task.
 *
 * @param <S> the generated blocking stub
 */
public final class GrpcPeer<S extends AbstractBlockingStub<S>> implements AutoCloseable {

  private final String name;
  private final PeerTimeouts timeouts;
  private final PerArm<Turns<Path<S>>> paths;

  /** The connection of one arm to one replica. */
  private record Path<S>(ManagedChannel channel, S stub) {}

  /**
   * @param name the peer's name, used as the {@code peer} tag
   * @param address where it listens: {@code host:port}, or one such address for each arm, separated
   *     by commas; {@code |} separates those of several replicas, which are called in turn
   * @param timeouts of a call
   * @param registry times the calls
   * @param stub creates the stub, for example {@code AuthGrpc::newBlockingStub}
   */
  public GrpcPeer(
      String name,
      String address,
      PeerTimeouts timeouts,
      MeterRegistry registry,
      Function<io.grpc.Channel, S> stub) {
    this.name = name;
    this.timeouts = timeouts;
    ClientCallObserver observer = new ClientCallObserver(name, timeouts.response(), registry);
    this.paths =
        PerArm.parse(
            name,
            address,
            replicas ->
                Turns.parse(
                    replicas,
                    one -> {
                      ManagedChannel channel = channel(parse(name, one));
                      return new Path<>(
                          channel, stub.apply(ClientInterceptors.intercept(channel, observer)));
                    }));
  }

  private ManagedChannel channel(HostAndPort target) {
    return NettyChannelBuilder.forAddress(target.getHost(), target.getPort())
        .usePlaintext()
        .withOption(
            ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeouts.connect().toMillis()))
        .build();
  }

  private static HostAndPort parse(String name, String address) {
    try {
      HostAndPort parsed = HostAndPort.fromString(address);
      if (parsed.hasPort() && !parsed.getHost().isEmpty()) {
        return parsed;
      }
    } catch (IllegalArgumentException ignored) {
      // Reported below, with the name of the property.
    }
    throw new IllegalArgumentException(
        "meshgauge.peer.%s is '%s', expected host:port".formatted(name, address));
  }

  /**
   * Makes one call.
   *
   * @param request the call, for example {@code stub -> stub.verify(token)}
   * @throws StatusRuntimeException if the peer answered with an error that the caller must handle
   * @throws PeerFailure if the peer is unreachable or too slow
   */
  public <R> R call(Function<S, R> request) {
    Path<S> path = paths.of(PropagatedHeaders.current().arm()).next();
    try {
      return request.apply(path.stub());
    } catch (StatusRuntimeException e) {
      Status status = e.getStatus();
      if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
        throw new PeerFailure(name, Kind.TIMEOUT, "no answer in time", e);
      }
      if (status.getCode() == Status.Code.UNAVAILABLE) {
        // Otherwise gRPC waits up to two minutes before it reconnects to a restarted peer.
        path.channel().resetConnectBackoff();
        throw new PeerFailure(name, Kind.UNREACHABLE, "unavailable: " + reported(status), e);
      }
      throw e;
    }
  }

  /** Converts an unusable response to a failure. */
  public PeerFailure faulty(StatusRuntimeException answer) {
    Status status = answer.getStatus();
    return new PeerFailure(
        name, Kind.FAULTY, "answered " + status.getCode() + ": " + reported(status), answer);
  }

  /** Whether the peer answers at the address of an arm, even with a refusal. */
  public boolean answers() {
    return paths.any(replicas -> replicas.any(path -> answers(path.channel())));
  }

  private boolean answers(ManagedChannel channel) {
    try {
      HealthGrpc.newBlockingStub(channel)
          .withDeadlineAfter(timeouts.response().toNanos(), TimeUnit.NANOSECONDS)
          .check(HealthCheckRequest.getDefaultInstance());
      return true;
    } catch (StatusRuntimeException e) {
      channel.resetConnectBackoff();
      Status.Code code = e.getStatus().getCode();
      return code != Status.Code.UNAVAILABLE && code != Status.Code.DEADLINE_EXCEEDED;
    }
  }

  @Override
  public void close() {
    paths.each(replicas -> replicas.each(path -> path.channel().shutdownNow()));
  }

  private static String reported(Status status) {
    String description = status.getDescription();
    return description == null ? "no reason given" : description;
  }
}
