package io.meshgauge.sample.gateway;

import io.grpc.StatusRuntimeException;
import io.meshgauge.sample.common.grpc.GrpcPeer;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthBlockingStub;
import io.meshgauge.sample.common.proto.Principal;
import io.meshgauge.sample.common.proto.VerifyRequest;
import org.jspecify.annotations.Nullable;

/** Authenticates a request with auth, then authorizes it by the action's rule. */
final class Doorkeeper {

  private static final String SCHEME = "Bearer ";
  private static final int MAX_TOKEN_CHARS = 8192;

  private final GrpcPeer<AuthBlockingStub> auth;

  Doorkeeper(GrpcPeer<AuthBlockingStub> auth) {
    this.auth = auth;
  }

  /**
   * Admits a request.
   *
   * @param authorization the Authorization header, or null
   * @return the authenticated principal
   * @throws Refusal if there is no valid token, or the principal is not authorized
   */
  Principal admit(@Nullable String authorization, Action action) {
    Principal principal = identify(token(authorization));
    action
        .refuse(principal)
        .ifPresent(
            reason -> {
              throw Refusal.forbidden(reason);
            });
    return principal;
  }

  private static String token(@Nullable String authorization) {
    if (authorization == null) {
      throw Refusal.unauthenticated("There is no Authorization header; send a Bearer token.");
    }
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw Refusal.unauthenticated("The Authorization header is not of the scheme Bearer.");
    }
    if (authorization.length() > MAX_TOKEN_CHARS) {
      throw Refusal.unauthenticated(
          "The token has more than %d characters.".formatted(MAX_TOKEN_CHARS));
    }
    return authorization.substring(SCHEME.length()).strip();
  }

  private Principal identify(String token) {
    VerifyRequest request = VerifyRequest.newBuilder().setToken(token).build();
    try {
      return auth.call(stub -> stub.verify(request));
    } catch (StatusRuntimeException e) {
      throw switch (e.getStatus().getCode()) {
        case UNAUTHENTICATED ->
            Refusal.unauthenticated("The token is not valid: " + e.getStatus().getDescription());
        // Not caused by the user: a policy of the mesh denies the gateway's call to auth.
        default -> auth.faulty(e);
      };
    }
  }
}
