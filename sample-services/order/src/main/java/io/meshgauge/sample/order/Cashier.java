package io.meshgauge.sample.order;

import io.grpc.StatusRuntimeException;
import io.meshgauge.sample.common.grpc.GrpcPeer;
import io.meshgauge.sample.common.proto.ChargeRequest;
import io.meshgauge.sample.common.proto.PaymentsGrpc.PaymentsBlockingStub;
import io.meshgauge.sample.common.proto.Receipt;

/** Client of payment. */
final class Cashier {

  private final GrpcPeer<PaymentsBlockingStub> payment;

  Cashier(GrpcPeer<PaymentsBlockingStub> payment) {
    this.payment = payment;
  }

  /**
   * Charges an order.
   *
   * @throws io.meshgauge.sample.common.peer.PeerFailure if payment does not confirm the charge
   */
  Receipt charge(ChargeRequest request) {
    try {
      return payment.call(stub -> stub.charge(request));
    } catch (StatusRuntimeException e) {
      throw payment.faulty(e);
    }
  }
}
