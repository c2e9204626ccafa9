package io.meshgauge.sample.decision;

import com.google.rpc.Code;
import com.google.rpc.Status;
import io.envoyproxy.envoy.service.auth.v3.AuthorizationGrpc.AuthorizationImplBase;
import io.envoyproxy.envoy.service.auth.v3.CheckRequest;
import io.envoyproxy.envoy.service.auth.v3.CheckResponse;
import io.envoyproxy.envoy.service.auth.v3.DeniedHttpResponse;
import io.envoyproxy.envoy.service.auth.v3.OkHttpResponse;
import io.envoyproxy.envoy.type.v3.HttpStatus;
import io.envoyproxy.envoy.type.v3.StatusCode;
import io.grpc.stub.StreamObserver;
import java.time.Clock;

/** Answers authorization requests of proxies: allow, or 403 for the caller. */
final class CheckService extends AuthorizationImplBase {
  private static final CheckResponse PASS =
      CheckResponse.newBuilder()
          .setStatus(Status.newBuilder().setCode(Code.OK_VALUE))
          .setOkResponse(OkHttpResponse.getDefaultInstance())
          .build();
  private static final CheckResponse REFUSE =
      CheckResponse.newBuilder()
          .setStatus(Status.newBuilder().setCode(Code.PERMISSION_DENIED_VALUE))
          .setDeniedResponse(
              DeniedHttpResponse.newBuilder()
                  .setStatus(HttpStatus.newBuilder().setCode(StatusCode.Forbidden))
                  .setBody("decision point: access denied"))
          .build();

  private final Decisions decisions;
  private final Clock clock;

  CheckService(Decisions decisions, Clock clock) {
    this.decisions = decisions;
    this.clock = clock;
  }

  @Override
  public void check(CheckRequest request, StreamObserver<CheckResponse> observer) {
    boolean allows = decisions.allows(Question.of(request, clock.instant()));
    observer.onNext(allows ? PASS : REFUSE);
    observer.onCompleted();
  }
}
