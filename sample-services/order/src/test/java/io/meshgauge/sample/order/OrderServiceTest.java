package io.meshgauge.sample.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.meshgauge.sample.common.grpc.GrpcEndpoint;
import io.meshgauge.sample.common.grpc.GrpcServer;
import io.meshgauge.sample.common.proto.ChargeRequest;
import io.meshgauge.sample.common.proto.PaymentsGrpc.PaymentsImplBase;
import io.meshgauge.sample.common.proto.Receipt;
import io.meshgauge.sample.common.testing.Answer;
import io.meshgauge.sample.common.testing.FakeHttp;
import io.meshgauge.sample.common.testing.FakeHttp.Reply;
import io.meshgauge.sample.common.testing.RunningService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Order with payment and logging played by the test: the amount chooses payment's answer. */
class OrderServiceTest {

  private static final long FAILS = 501;
  private static final long SILENT = 502;
  private static final long REFUSED = 503;

  private static GrpcServer payment;
  private static FakeHttp logging;
  private static RunningService service;

  @BeforeAll
  static void start() {
    payment =
        new GrpcServer(
            new GrpcEndpoint("127.0.0.1", 0, List.of()),
            new AmountDecides(),
            new SimpleMeterRegistry());
    payment.start();
    logging = new FakeHttp(asked -> new Reply(200, "application/json", "{}"));
    service =
        RunningService.start(
            OrderService.class,
            "meshgauge.knob.payload-bytes=9",
            "meshgauge.events.linger=1ms",
            "meshgauge.timeout.response=500ms",
            "meshgauge.peer.payment=127.0.0.1:" + payment.port(),
            "meshgauge.peer.logging=" + logging.base());
  }

  @AfterAll
  static void stop() {
    service.close();
    logging.close();
    payment.stop();
  }

  private static final class AmountDecides extends PaymentsImplBase {
    @Override
    public void charge(ChargeRequest request, StreamObserver<Receipt> answer) {
      if (request.getAmountCents() == FAILS) {
        answer.onError(Status.UNAVAILABLE.withDescription("knob").asRuntimeException());
      } else if (request.getAmountCents() == REFUSED) {
        answer.onError(Status.PERMISSION_DENIED.asRuntimeException());
      } else if (request.getAmountCents() != SILENT) {
        answer.onNext(Receipt.newBuilder().setPaymentId("p-1").build());
        answer.onCompleted();
      }
    }
  }

  private static Answer place(String json) {
    return Answer.postJson(
        service.url("/orders"), json, "x-meshgauge-subject", "ann", "traceparent", "00-aa-bb-01");
  }

  private static Answer place(long amountCents) {
    return place("{\"item\":\"sku-17\",\"quantity\":2,\"amountCents\":%d}".formatted(amountCents));
  }

  @Test
  void placedOrderIsPaidPaddedAndLogged() {
    Answer answer = place(1999);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body())
        .contains("\"paymentId\":\"p-1\"", "\"item\":\"sku-17\"", "\"padding\":\"xxxxxxxxx\"");
    await()
        .untilAsserted(
            () ->
                assertThat(logging.asked())
                    .anySatisfy(
                        asked ->
                            assertThat(asked.body())
                                .contains("order-placed", "\"subject\":\"ann\"", "00-aa-bb-01")));
    await()
        .untilAsserted(
            () ->
                assertThat(service.metrics())
                    .containsPattern("meshgauge_events_sent_total [1-9]")
                    .contains("meshgauge_events_lost_total{reason=\"queue-full\"} 0"));
  }

  @Test
  void theListIsTheSubjects() {
    Answer answer = Answer.get(service.url("/orders"), "x-meshgauge-subject", "bob");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).startsWith("{\"subject\":\"bob\"").contains("bob-2");
  }

  @ParameterizedTest
  @CsvSource({FAILS + ",502", SILENT + ",504", REFUSED + ",502"})
  void withoutReceiptThereIsNoOrder(long amountCents, int status) {
    Answer answer = place(amountCents);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.isProblem()).isTrue();
    assertThat(answer.body()).contains("payment: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"item\":\"a\"}",
        "{\"item\":\"a\",\"quantity\":\"many\",\"amountCents\":1}",
        "{\"item\":\"\",\"quantity\":1,\"amountCents\":1}",
        "{\"item\":\"a\",\"quantity\":0,\"amountCents\":1}",
        "{\"item\":\"a\",\"quantity\":1,\"amountCents\":100000001}",
      })
  void whatIsNoOrderIs400(String json) {
    Answer answer = place(json);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.isProblem()).isTrue();
  }

  @Test
  void allFaultsAreNamedAtOnce() {
    assertThat(place("{\"item\":\" \",\"quantity\":-1,\"amountCents\":0}").body())
        .contains("item must", "quantity is -1", "amountCents is 0");
  }

  @Test
  void becomesReady() {
    String readiness = service.url("/actuator/health/readiness");
    await().untilAsserted(() -> assertThat(Answer.get(readiness).status()).isEqualTo(200));
  }
}
