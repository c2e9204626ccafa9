package io.meshgauge.sample.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.meshgauge.sample.common.grpc.GrpcEndpoint;
import io.meshgauge.sample.common.grpc.GrpcServer;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthImplBase;
import io.meshgauge.sample.common.proto.Principal;
import io.meshgauge.sample.common.proto.VerifyRequest;
import io.meshgauge.sample.common.testing.Answer;
import io.meshgauge.sample.common.testing.FakeHttp;
import io.meshgauge.sample.common.testing.FakeHttp.Reply;
import io.meshgauge.sample.common.testing.RunningService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gateway with auth and order played by the test: the token is the role, or the trouble. */
class GatewayServiceTest {

  private static volatile Reply orderSays = new Reply(200, "application/json", "{}");
  private static GrpcServer auth;
  private static FakeHttp order;
  private static RunningService service;

  @BeforeAll
  static void start() {
    auth =
        new GrpcServer(
            new GrpcEndpoint("127.0.0.1", 0, List.of()),
            new RoleIsToken(),
            new SimpleMeterRegistry());
    auth.start();
    order = new FakeHttp(asked -> orderSays);
    service =
        RunningService.start(
            GatewayService.class,
            "meshgauge.replica=gateway-7",
            "meshgauge.http.max-body-bytes=1000",
            "meshgauge.timeout.response=500ms",
            "meshgauge.peer.auth=127.0.0.1:" + auth.port(),
            "meshgauge.peer.order=" + order.base());
  }

  @AfterAll
  static void stop() {
    service.close();
    order.close();
    auth.stop();
  }

  private static final class RoleIsToken extends AuthImplBase {
    @Override
    public void verify(VerifyRequest request, StreamObserver<Principal> answer) {
      switch (request.getToken()) {
        case "bad" ->
            answer.onError(Status.UNAUTHENTICATED.withDescription("forged").asRuntimeException());
        case "denied" -> answer.onError(Status.PERMISSION_DENIED.asRuntimeException());
        case "silent" -> {}
        default -> {
          answer.onNext(
              Principal.newBuilder()
                  .setSubject("ann")
                  .setTenant("acme")
                  .addRoles(request.getToken())
                  .setRisk("low")
                  .build());
          answer.onCompleted();
        }
      }
    }
  }

  @BeforeEach
  void orderIsWell() {
    orderSays = new Reply(200, "application/json", "{\"orders\":[]}");
    order.asked().clear();
  }

  private static Answer browse(String... headers) {
    return Answer.get(service.url("/api/orders"), headers);
  }

  private static Answer checkout(String token, String body) {
    return Answer.postJson(service.url("/api/orders"), body, "Authorization", "Bearer " + token);
  }

  @Test
  void browsingPassesOrdersAnswerOnAndTellsOrderWhoAsks() {
    Answer answer = browse("Authorization", "Bearer support", "b3", "1-2-3", "x-other", "no");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"orders\":[]}");
    assertThat(answer.servedBy()).isEqualTo("gateway-7");
    assertThat(order.asked()).hasSize(1);
    assertThat(order.asked().get(0).headers())
        .containsEntry("x-meshgauge-subject", "ann")
        .containsEntry("x-meshgauge-tenant", "acme")
        .containsEntry("authorization", "Bearer support")
        .containsEntry("b3", "1-2-3")
        .doesNotContainKey("x-other");
  }

  @Test
  void checkoutPassesTheBodyOnUntouched() {
    orderSays = new Reply(201, "application/json", "{\"ok\":1}");
    Answer answer = checkout("customer", "{\"item\": \"ü\"}");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(order.asked().get(0).line()).isEqualTo("POST /orders");
    assertThat(order.asked().get(0).body()).isEqualTo("{\"item\": \"ü\"}");
  }

  @Test
  void unauthenticatedRequestIs401() {
    assertThat(browse())
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(401),
            answer -> assertThat(answer.isProblem()).isTrue());
    assertThat(browse("Authorization", "Basic YTpi").status()).isEqualTo(401);
    assertThat(browse("Authorization", "Bearer bad"))
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(401),
            answer -> assertThat(answer.body()).contains("forged"));
    assertThat(order.asked()).isEmpty();
  }

  @Test
  void notAllowedIs403AndOrderIsNotAsked() {
    assertThat(browse("Authorization", "Bearer guest"))
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(403),
            answer -> assertThat(answer.isProblem()).isTrue());
    assertThat(checkout("auditor", "{}").status()).isEqualTo(403);
    assertThat(order.asked()).isEmpty();
  }

  @ParameterizedTest(name = "order says {0} {1}, the client sees {2}")
  @CsvSource({
    "400,application/problem+json,400",
    "403,text/plain,403",
    "429,text/plain,429",
    "500,application/problem+json,502",
    "502,application/problem+json,502",
    "503,text/plain,502",
    "504,application/problem+json,504",
  })
  void ordersRefusalsBecomeProblems(int said, String type, int seen) {
    orderSays = new Reply(said, type, "{\"status\":" + said + "}");
    Answer answer = browse("Authorization", "Bearer customer");
    assertThat(answer.status()).isEqualTo(seen);
    assertThat(answer.isProblem()).isTrue();
  }

  @Test
  void aSilentAuthIs504AndAnAuthThatRefusesTheGatewayIs502() {
    assertThat(browse("Authorization", "Bearer silent").status()).isEqualTo(504);
    assertThat(browse("Authorization", "Bearer denied"))
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(502),
            answer -> assertThat(answer.body()).contains("auth: answered PERMISSION_DENIED"));
  }

  @Test
  void aBodyBeyondTheBoundIs413WhetherAnnouncedOrNot() {
    String large = " ".repeat(1001);
    assertThat(checkout("customer", large))
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(413),
            answer -> assertThat(answer.isProblem()).isTrue());
    Answer chunked =
        Answer.of(
            Answer.request(service.url("/api/orders"), "Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[1001]))));
    assertThat(chunked.status()).isEqualTo(413);
    assertThat(checkout("customer", " ".repeat(1000)).status()).isEqualTo(200);
  }

  @Test
  void whatTheApiDoesNotHaveIsAProblemToo() {
    Answer unknown = Answer.get(service.url("/nope"), "Accept", "text/html");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.isProblem()).isTrue();
    Answer wrongMethod = Answer.of(Answer.request(service.url("/api/orders")).DELETE());
    assertThat(wrongMethod.status()).isEqualTo(405);
    assertThat(wrongMethod.isProblem()).isTrue();
    Answer wrongType =
        Answer.of(
            Answer.request(service.url("/api/orders"), "Content-Type", "text/xml")
                .POST(BodyPublishers.ofString("<a/>")));
    assertThat(wrongType.status()).isEqualTo(415);
    assertThat(wrongType.isProblem()).isTrue();
  }

  @Test
  void becomesReadyAndTimesEveryHop() {
    String readiness = service.url("/actuator/health/readiness");
    await().untilAsserted(() -> assertThat(Answer.get(readiness).status()).isEqualTo(200));
    browse("Authorization", "Bearer customer");
    assertThat(service.metrics())
        .containsPattern("http_server_requests_seconds_bucket\\{.*uri=\"/api/orders\".*le=")
        .containsPattern("http_client_requests_seconds_bucket\\{.*peer=\"order\".*le=")
        .containsPattern("grpc_client_requests_seconds_bucket\\{.*peer=\"auth\".*le=");
  }
}
