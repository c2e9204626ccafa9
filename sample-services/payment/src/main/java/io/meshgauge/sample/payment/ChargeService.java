package io.meshgauge.sample.payment;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.meshgauge.sample.common.boot.Knobs;
import io.meshgauge.sample.common.event.EventSender;
import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.meshgauge.sample.common.proto.ChargeRequest;
import io.meshgauge.sample.common.proto.PaymentsGrpc.PaymentsImplBase;
import io.meshgauge.sample.common.proto.Receipt;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Charges orders over gRPC. Think time is a timer and does not block a thread, so it does not limit
 * the number of concurrent charges.
 */
final class ChargeService extends PaymentsImplBase implements AutoCloseable {

  private final EventSender events;
  private final Knobs knobs;
  private final String padding;
  private final Leak leak;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  ChargeService(EventSender events, Knobs knobs) {
    this.events = events;
    this.knobs = knobs;
    this.padding = knobs.padding();
    this.leak = new Leak(knobs.leakBytes());
  }

  @Override
  public void charge(ChargeRequest request, StreamObserver<Receipt> answer) {
    if (request.getAmountCents() <= 0) {
      String detail =
          "amount_cents is %d, expected more than 0".formatted(request.getAmountCents());
      answer.onError(Status.INVALID_ARGUMENT.withDescription(detail).asRuntimeException());
    } else if (knobs.thinkTime().isZero()) {
      settle(request, answer);
    } else {
      PropagatedHeaders headers = PropagatedHeaders.current();
      Future<?> unused =
          timer.schedule(
              Context.current()
                  .wrap(
                      () -> {
                        try (PropagatedHeaders.Scope scope = headers.enter()) {
                          settle(request, answer);
                        }
                      }),
              knobs.thinkTime().toNanos(),
              TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private void settle(ChargeRequest request, StreamObserver<Receipt> answer) {
    leak.drip();
    boolean fails = ThreadLocalRandom.current().nextDouble() < knobs.failureRate();
    events.send(
        fails ? "payment-failed" : "payment-taken",
        request.getOrderId(),
        request.getSubject(),
        request.getAmountCents());
    if (fails) {
      // Meshes retry UNAVAILABLE, and this setting exists to test their retries.
      answer.onError(
          Status.UNAVAILABLE
              .withDescription("failed by the failure-rate knob")
              .asRuntimeException());
      return;
    }
    answer.onNext(
        Receipt.newBuilder()
            .setPaymentId("p-" + Long.toHexString(ThreadLocalRandom.current().nextLong()))
            .setOrderId(request.getOrderId())
            .setAmountCents(request.getAmountCents())
            .setPadding(padding)
            .build());
    answer.onCompleted();
  }
}
