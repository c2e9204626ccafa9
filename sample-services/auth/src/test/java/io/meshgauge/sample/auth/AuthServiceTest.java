package io.meshgauge.sample.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.meshgauge.sample.common.grpc.GrpcPeer;
import io.meshgauge.sample.common.grpc.GrpcServer;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.proto.AuthGrpc;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthBlockingStub;
import io.meshgauge.sample.common.proto.VerifyRequest;
import io.meshgauge.sample.common.testing.Answer;
import io.meshgauge.sample.common.testing.RunningService;
import io.meshgauge.sample.common.testing.TokenMint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthServiceTest {

  private static final TokenMint MINT = new TokenMint();
  private static RunningService service;
  private static GrpcPeer<AuthBlockingStub> peer;

  @BeforeAll
  static void start(@TempDir Path directory) {
    service =
        RunningService.start(
            AuthService.class,
            "meshgauge.grpc.port=0",
            "meshgauge.jwks=" + MINT.writeKeys(directory));
    Duration patient = Duration.ofSeconds(10);
    peer =
        new GrpcPeer<>(
            "auth",
            "127.0.0.1:" + service.bean(GrpcServer.class).port(),
            new PeerTimeouts(patient, patient),
            new SimpleMeterRegistry(),
            AuthGrpc::newBlockingStub);
  }

  @AfterAll
  static void stop() {
    peer.close();
    service.close();
  }

  private static String verify(String token) {
    VerifyRequest request = VerifyRequest.newBuilder().setToken(token).build();
    return peer.call(stub -> stub.verify(request)).getSubject();
  }

  @Test
  void answersWhoTheBearerIsAndCountsIt() {
    assertThat(verify(MINT.token("auditor"))).isEqualTo("auditor-1");
    assertThat(service.metrics())
        .contains("grpc_server_requests_seconds_bucket{method=\"meshgauge.auth.v1.Auth/Verify\"")
        .doesNotContain("grpc.health");
  }

  @Test
  void aBadTokenIsUnauthenticated() {
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(() -> verify(new TokenMint().token("auditor")))
        .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED));
  }

  @Test
  void isReadyAndAnswersTheStandardHealthCheck() {
    assertThat(Answer.get(service.url("/actuator/health/readiness")).status()).isEqualTo(200);
    assertThat(peer.answers()).isTrue();
  }

  @Test
  void aMissingKeyFileIsNamed(@TempDir Path directory) {
    Path missing = directory.resolve("none.json");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeySetFile.read(missing))
        .withMessageContaining("meshgauge.jwks")
        .withMessageContaining(missing.toString());
  }

  @Test
  void aKeySetWithoutUsableKeyIsRefused(@TempDir Path directory) throws IOException {
    Path empty = Files.writeString(directory.resolve("empty.json"), "{\"keys\":[]}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeySetFile.read(empty))
        .withMessageContaining("has 0 keys but none of type EC, curve P-256");
  }
}
