package io.meshgauge.sample.common.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.meshgauge.sample.common.peer.PeerFailure;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.proto.AuthGrpc;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthBlockingStub;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthImplBase;
import io.meshgauge.sample.common.proto.Principal;
import io.meshgauge.sample.common.proto.VerifyRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GrpcPeerTest {

  private static final Duration PATIENT = Duration.ofSeconds(10);

  private final SimpleMeterRegistry client = new SimpleMeterRegistry();
  private final SimpleMeterRegistry serving = new SimpleMeterRegistry();
  private GrpcServer server = server(0, GrpcPeerTest::answerSubject);

  private static void answerSubject(VerifyRequest request, StreamObserver<Principal> answer) {
    String trace = PropagatedHeaders.current().values().getOrDefault("traceparent", "none");
    answer.onNext(Principal.newBuilder().setSubject(trace).build());
    answer.onCompleted();
  }

  private GrpcServer server(int port, BiConsumer<VerifyRequest, StreamObserver<Principal>> script) {
    AuthImplBase service =
        new AuthImplBase() {
          @Override
          public void verify(VerifyRequest request, StreamObserver<Principal> answer) {
            script.accept(request, answer);
          }
        };
    GrpcServer made =
        new GrpcServer(new GrpcEndpoint("127.0.0.1", port, List.of()), service, serving);
    made.start();
    return made;
  }

  private GrpcPeer<AuthBlockingStub> peer(Duration response) {
    return new GrpcPeer<>(
        "auth",
        "127.0.0.1:" + server.port(),
        new PeerTimeouts(PATIENT, response),
        client,
        AuthGrpc::newBlockingStub);
  }

  private static Principal verify(GrpcPeer<AuthBlockingStub> peer) {
    return peer.call(stub -> stub.verify(VerifyRequest.getDefaultInstance()));
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void handsOnTheHeadersOfTheCurrentRequestAndTimesBothEnds() {
    try (GrpcPeer<AuthBlockingStub> peer = peer(PATIENT);
        PropagatedHeaders.Scope scope =
            new PropagatedHeaders(Map.of("traceparent", "00-aa-bb-01")).enter()) {
      assertThat(verify(peer).getSubject()).isEqualTo("00-aa-bb-01");
    }
    String method = "meshgauge.auth.v1.Auth/Verify";
    assertThat(
            client
                .get("grpc.client.requests")
                .tags("peer", "auth", "method", method, "status", "OK")
                .timer()
                .count())
        .isEqualTo(1);
    await()
        .untilAsserted(
            () ->
                assertThat(
                        serving
                            .get("grpc.server.requests")
                            .tags("method", method, "status", "OK")
                            .timer()
                            .count())
                    .isEqualTo(1));
  }

  @Test
  void aSilentPeerIsATimeout() {
    server.stop();
    server = server(0, (request, answer) -> {});
    try (GrpcPeer<AuthBlockingStub> peer = peer(Duration.ofMillis(300))) {
      assertThatExceptionOfType(PeerFailure.class)
          .isThrownBy(() -> verify(peer))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(PeerFailure.Kind.TIMEOUT));
    }
  }

  @Test
  void aPeerThatCameBackIsDialledAgain() {
    try (GrpcPeer<AuthBlockingStub> peer = peer(PATIENT)) {
      int port = server.port();
      assertThat(peer.answers()).isTrue();
      server.stop();
      await().until(() -> !peer.answers());
      assertThatExceptionOfType(PeerFailure.class)
          .isThrownBy(() -> verify(peer))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(PeerFailure.Kind.UNREACHABLE));

      server = server(port, GrpcPeerTest::answerSubject);
      await().until(peer::answers);
      assertThat(verify(peer).getSubject()).isEqualTo("none");
    }
  }

  @Test
  void aRefusalIsTheCallersToJudge() {
    server.stop();
    server =
        server(
            0,
            (request, answer) ->
                answer.onError(
                    Status.UNAUTHENTICATED.withDescription("expired").asRuntimeException()));
    try (GrpcPeer<AuthBlockingStub> peer = peer(PATIENT)) {
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> verify(peer))
          .satisfies(
              e ->
                  assertThat(peer.faulty(e)).hasMessage("auth: answered UNAUTHENTICATED: expired"));
    }
  }

  @Test
  void anAddressWithoutPortIsRefusedWithTheNameOfTheProperty() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new GrpcPeer<>(
                        "auth",
                        "localhost",
                        new PeerTimeouts(PATIENT, PATIENT),
                        client,
                        AuthGrpc::newBlockingStub)
                    .close())
        .withMessage("meshgauge.peer.auth is 'localhost', expected host:port");
  }

  @Test
  void aCallTakesThePathOfItsArm() {
    GrpcServer other =
        server(
            0,
            (request, answer) -> {
              answer.onNext(Principal.newBuilder().setSubject("of arm 1").build());
              answer.onCompleted();
            });
    String addresses = "127.0.0.1:%d,127.0.0.1:%d".formatted(server.port(), other.port());
    try (GrpcPeer<AuthBlockingStub> both =
            new GrpcPeer<>(
                "auth",
                addresses,
                new PeerTimeouts(PATIENT, PATIENT),
                client,
                AuthGrpc::newBlockingStub);
        PropagatedHeaders.Scope scope =
            new PropagatedHeaders(Map.of("baggage", "meshgauge.arm=01")).enter()) {
      assertThat(verify(both).getSubject()).isEqualTo("of arm 1");
    } finally {
      other.stop();
    }
  }
}
