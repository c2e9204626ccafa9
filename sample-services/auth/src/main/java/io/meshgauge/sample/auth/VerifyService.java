package io.meshgauge.sample.auth;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthImplBase;
import io.meshgauge.sample.common.proto.Principal;
import io.meshgauge.sample.common.proto.VerifyRequest;

/** Token verification as a gRPC service. */
final class VerifyService extends AuthImplBase {

  private final TokenVerifier verifier;

  VerifyService(TokenVerifier verifier) {
    this.verifier = verifier;
  }

  @Override
  public void verify(VerifyRequest request, StreamObserver<Principal> answer) {
    try {
      answer.onNext(verifier.verify(request.getToken()));
      answer.onCompleted();
    } catch (TokenRejected rejected) {
      answer.onError(
          Status.UNAUTHENTICATED.withDescription(rejected.getMessage()).asRuntimeException());
    }
  }
}
