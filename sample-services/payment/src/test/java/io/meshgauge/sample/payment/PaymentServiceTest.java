package io.meshgauge.sample.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.meshgauge.sample.common.grpc.GrpcPeer;
import io.meshgauge.sample.common.grpc.GrpcServer;
import io.meshgauge.sample.common.peer.PeerFailure;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.proto.ChargeRequest;
import io.meshgauge.sample.common.proto.PaymentsGrpc;
import io.meshgauge.sample.common.proto.PaymentsGrpc.PaymentsBlockingStub;
import io.meshgauge.sample.common.proto.Receipt;
import io.meshgauge.sample.common.testing.Answer;
import io.meshgauge.sample.common.testing.FakeHttp;
import io.meshgauge.sample.common.testing.FakeHttp.Reply;
import io.meshgauge.sample.common.testing.RunningService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentServiceTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private FakeHttp logging;

  @BeforeEach
  void startLogging() {
    logging = new FakeHttp(asked -> new Reply(200, "application/json", "{}"));
  }

  @AfterEach
  void stopLogging() {
    logging.close();
  }

  private RunningService start(String... knobs) {
    String[] properties = new String[knobs.length + 3];
    properties[0] = "meshgauge.grpc.port=0";
    properties[1] = "meshgauge.events.linger=1ms";
    properties[2] = "meshgauge.peer.logging=" + logging.base();
    System.arraycopy(knobs, 0, properties, 3, knobs.length);
    return RunningService.start(PaymentService.class, properties);
  }

  private GrpcPeer<PaymentsBlockingStub> peer(RunningService service) {
    Duration patient = Duration.ofSeconds(10);
    return new GrpcPeer<>(
        "payment",
        "127.0.0.1:" + service.bean(GrpcServer.class).port(),
        new PeerTimeouts(patient, patient),
        registry,
        PaymentsGrpc::newBlockingStub);
  }

  private static Receipt charge(GrpcPeer<PaymentsBlockingStub> peer, long amountCents) {
    ChargeRequest request =
        ChargeRequest.newBuilder()
            .setOrderId("o-1")
            .setSubject("ann")
            .setAmountCents(amountCents)
            .build();
    return peer.call(stub -> stub.charge(request));
  }

  @Test
  void aChargeThinksAnswersWithPaddingAndTellsLogging() {
    try (RunningService service =
            start("meshgauge.knob.think-time=30ms", "meshgauge.knob.payload-bytes=11");
        GrpcPeer<PaymentsBlockingStub> peer = peer(service)) {
      long start = System.nanoTime();
      Receipt receipt = charge(peer, 1999);

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(30));
      assertThat(receipt.getOrderId()).isEqualTo("o-1");
      assertThat(receipt.getAmountCents()).isEqualTo(1999);
      assertThat(receipt.getPadding()).hasSize(11);
      await()
          .untilAsserted(
              () ->
                  assertThat(logging.asked())
                      .anySatisfy(asked -> assertThat(asked.body()).contains("payment-taken")));
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> charge(peer, 0))
          .satisfies(
              e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
      await()
          .untilAsserted(
              () ->
                  assertThat(Answer.get(service.url("/actuator/health/readiness")).status())
                      .isEqualTo(200));
    }
  }

  @Test
  void garbageIsCollectedOnRequestOnlyWhereThatIsExposed() {
    try (RunningService service = start()) {
      assertThat(collect(service).status()).isEqualTo(404);
    }
    try (RunningService service =
        start("management.endpoints.web.exposure.include=health,prometheus,collect")) {
      long before = collections();

      assertThat(collect(service).status()).isEqualTo(200);

      assertThat(collections()).isGreaterThan(before);
    }
  }

  private static Answer collect(RunningService service) {
    return Answer.of(
        Answer.request(service.url("/actuator/collect")).POST(BodyPublishers.noBody()));
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  @Test
  void theFailureKnobMakesChargesUnavailable() {
    try (RunningService service = start("meshgauge.knob.failure-rate=1");
        GrpcPeer<PaymentsBlockingStub> peer = peer(service)) {
      assertThatExceptionOfType(PeerFailure.class)
          .isThrownBy(() -> charge(peer, 1))
          .withMessageContaining("failure-rate knob");
    }
    assertThat(logging.asked())
        .as("stopping flushes the events")
        .anySatisfy(asked -> assertThat(asked.body()).contains("payment-failed"));
  }
}
