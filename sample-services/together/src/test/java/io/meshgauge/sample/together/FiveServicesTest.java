package io.meshgauge.sample.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshgauge.sample.common.testing.Answer;
import io.meshgauge.sample.common.testing.TokenMint;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The journey of requests through all five; the last two chapters break and stop them. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FiveServicesTest {

  private static final Duration START = Duration.ofSeconds(120);
  private static final TokenMint MINT = new TokenMint();
  private static final String ORDER = "{\"item\":\"sku-17\",\"quantity\":2,\"amountCents\":1999}";
  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static final List<ServiceProcess> ALL = new ArrayList<>();
  private static ServiceProcess gateway;
  private static ServiceProcess order;
  private static ServiceProcess payment;
  private static ServiceProcess logging;
  private static ServiceProcess auth;

  @BeforeAll
  static void start(@TempDir Path directory) {
    String authGrpc = Integer.toString(ServiceProcess.freePort());
    String paymentGrpc = Integer.toString(ServiceProcess.freePort());
    logging = start("logging", ServiceProcess.oneFile("logging"), directory, Map.of());
    String toLogging = logging.url("");
    auth =
        start(
            "auth",
            ServiceProcess.app("auth"),
            directory,
            Map.of(
                "MESHGAUGE_GRPC_PORT",
                authGrpc,
                "MESHGAUGE_JWKS",
                MINT.writeKeys(directory).toString()));
    payment =
        start(
            "payment",
            ServiceProcess.app("payment"),
            directory,
            Map.of("MESHGAUGE_GRPC_PORT", paymentGrpc, "MESHGAUGE_PEER_LOGGING", toLogging));
    order =
        start(
            "order",
            ServiceProcess.app("order"),
            directory,
            Map.of(
                "MESHGAUGE_PEER_PAYMENT",
                "127.0.0.1:" + paymentGrpc,
                "MESHGAUGE_PEER_LOGGING",
                toLogging,
                "MESHGAUGE_KNOB_PAYLOADBYTES",
                "77"));
    gateway =
        start(
            "gateway",
            ServiceProcess.app("gateway"),
            directory,
            Map.of(
                "MESHGAUGE_PEER_AUTH",
                "127.0.0.1:" + authGrpc,
                "MESHGAUGE_PEER_ORDER",
                order.url(""),
                "MESHGAUGE_REPLICA",
                "gateway-1"));
    ALL.forEach(service -> await(service.url("")).atMost(START).until(service::isReady));
  }

  private static ServiceProcess start(
      String name, List<String> java, Path logs, Map<String, String> environment) {
    ServiceProcess started = ServiceProcess.start(name, java, logs, environment);
    ALL.add(started);
    return started;
  }

  @AfterAll
  static void end() {
    ALL.forEach(ServiceProcess::close);
  }

  private static Answer browse(String token) {
    return Answer.get(gateway.url("/api/orders"), "Authorization", "Bearer " + token);
  }

  private static Answer checkout(String token, String body) {
    return Answer.postJson(
        gateway.url("/api/orders"), body, "Authorization", "Bearer " + token, "traceparent", TRACE);
  }

  private static void assertProblem(Answer answer, int status) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.isProblem()).as(answer.body()).isTrue();
  }

  @Test
  @Order(1)
  void whoMayBrowseBrowses() {
    Answer answer = browse(MINT.token("auditor"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.servedBy()).isEqualTo("gateway-1");
    assertThat(answer.body()).contains("auditor-1", "x".repeat(77)).doesNotContain("x".repeat(78));
  }

  @Test
  @Order(2)
  void aCheckoutReachesAllFiveAndBothItsEventsAreKept() {
    Answer answer = checkout(MINT.token("customer"), ORDER);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    await()
        .untilAsserted(
            () ->
                assertThat(Answer.get(logging.url("/events")).body())
                    .contains("order-placed", "payment-taken", "customer-1", TRACE));
    await()
        .untilAsserted(
            () ->
                assertThat(logging.metric("meshgauge_events_stored_total"))
                    .isEqualTo(
                        order.metric("meshgauge_events_sent_total")
                            + payment.metric("meshgauge_events_sent_total")));
    assertThat(order.metric("meshgauge_events_lost_total")).isZero();
  }

  @Test
  @Order(3)
  void whoIsNotKnownIs401() {
    assertProblem(Answer.get(gateway.url("/api/orders")), 401);
    assertProblem(browse("not.a.token"), 401);
    assertProblem(browse(new TokenMint().token("customer")), 401);
    String expired =
        MINT.token(
            "customer", claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(60))));
    assertProblem(browse(expired), 401);
  }

  @Test
  @Order(4)
  void whoMayNotIs403() {
    assertProblem(browse(MINT.token("guest")), 403);
    assertProblem(checkout(MINT.token("auditor"), ORDER), 403);
    assertProblem(
        checkout(MINT.token("customer", claims -> claims.claim("risk", "high")), ORDER), 403);
  }

  @Test
  @Order(5)
  void whatIsNoOrderIs400AndWhatIsTooLargeIs413() {
    assertProblem(checkout(MINT.token("customer"), "{"), 400);
    assertProblem(checkout(MINT.token("customer"), "{\"item\":\"a\"}"), 400);
    assertProblem(checkout(MINT.token("customer"), " ".repeat(65_537)), 413);
  }

  @Test
  @Order(6)
  void everyHopIsTimedAtBothEnds() {
    assertThat(checkout(MINT.token("customer"), ORDER).status()).isEqualTo(201);
    assertHop(gateway, "http_server_requests_seconds_bucket", "uri=\"/api/orders\"");
    assertHop(gateway, "grpc_client_requests_seconds_bucket", "peer=\"auth\"");
    assertHop(auth, "grpc_server_requests_seconds_bucket", "Auth/Verify");
    assertHop(gateway, "http_client_requests_seconds_bucket", "peer=\"order\"");
    assertHop(order, "http_server_requests_seconds_bucket", "uri=\"/orders\"");
    assertHop(order, "grpc_client_requests_seconds_bucket", "peer=\"payment\"");
    assertHop(payment, "grpc_server_requests_seconds_bucket", "Payments/Charge");
    assertHop(order, "http_client_requests_seconds_bucket", "peer=\"logging\"");
    assertHop(payment, "http_client_requests_seconds_bucket", "peer=\"logging\"");
    assertHop(logging, "http_server_requests_seconds_bucket", "uri=\"/events\"");
  }

  private static void assertHop(ServiceProcess service, String metric, String tag) {
    await()
        .untilAsserted(
            () ->
                assertThat(service.metrics().lines())
                    .anySatisfy(line -> assertThat(line).startsWith(metric + "{").contains(tag)));
  }

  @Test
  @Order(7)
  void aFrozenPaymentIs504AndReadinessDoesNotFlap() {
    payment.signal("STOP");
    try {
      assertProblem(checkout(MINT.token("customer"), ORDER), 504);
      assertThat(order.isReady()).isTrue();
      assertThat(browse(MINT.token("customer")).status()).isEqualTo(200);
    } finally {
      payment.signal("CONT");
    }
    await()
        .untilAsserted(
            () -> assertThat(checkout(MINT.token("customer"), ORDER).status()).isEqualTo(201));
  }

  @Test
  @Order(8)
  void stoppingIsGracefulAndTheEventsOfTheLastRequestsArrive() {
    for (int i = 0; i < 20; i++) {
      assertThat(checkout(MINT.token("customer"), ORDER).status()).isEqualTo(201);
    }
    double placed = countOf("http_server_requests_seconds_count", order);
    assertThat(order.endsWithin(20)).as(order.log()).isTrue();
    assertThat(payment.endsWithin(20)).as(payment.log()).isTrue();
    assertProblem(browse(MINT.token("customer")), 502);
    assertThat(logging.metric("meshgauge_events_stored_total"))
        .as("one event of order and at least one of payment for each of %s orders", placed)
        .isGreaterThanOrEqualTo(2 * placed);
    assertThat(gateway.endsWithin(20)).as(gateway.log()).isTrue();
  }

  private static double countOf(String metric, ServiceProcess service) {
    return service
        .metrics()
        .lines()
        .filter(line -> line.startsWith(metric) && line.contains("status=\"201\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }
}
