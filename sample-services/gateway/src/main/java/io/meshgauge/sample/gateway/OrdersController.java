package io.meshgauge.sample.gateway;

import io.meshgauge.sample.common.http.HttpPeer;
import io.meshgauge.sample.common.http.HttpReply;
import io.meshgauge.sample.common.peer.PeerFailure;
import io.meshgauge.sample.common.proto.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The public orders API. Bodies are passed on unchanged; order validates them.
 *
 * <p>Responses of order: 2xx and problems below 500 are passed on; other responses below 500 (a
 * proxy's plain text) keep their status and become problems; 504 stays 504; other failures become
 * 502.
 */
@RestController
@RequestMapping("/api/orders")
final class OrdersController {

  private static final String ORDERS = "/orders";

  private final Doorkeeper doorkeeper;
  private final HttpPeer order;

  OrdersController(Doorkeeper doorkeeper, HttpPeer order) {
    this.doorkeeper = doorkeeper;
    this.order = order;
  }

  /** Lists the principal's orders. */
  @GetMapping
  ResponseEntity<?> browse(
      @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String authorization) {
    Principal principal = doorkeeper.admit(authorization, Action.BROWSE);
    return relay(order.get(ORDERS, identity(principal)));
  }

  /** Places an order. */
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> checkout(
      @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String authorization,
      @RequestBody byte[] body) {
    Principal principal = doorkeeper.admit(authorization, Action.CHECKOUT);
    return relay(order.post(ORDERS, body, identity(principal)));
  }

  private static Map<String, String> identity(Principal principal) {
    return Map.of(
        "x-meshgauge-subject", principal.getSubject(), "x-meshgauge-tenant", principal.getTenant());
  }

  private ResponseEntity<?> relay(HttpReply reply) {
    if (reply.succeeded() || (reply.status() < 500 && reply.isProblem())) {
      String type = reply.contentType();
      ResponseEntity.BodyBuilder answer = ResponseEntity.status(reply.status());
      return (type == null ? answer : answer.header(HttpHeaders.CONTENT_TYPE, type))
          .body(reply.body());
    }
    if (reply.status() >= 400 && reply.status() < 500) {
      return problem(reply.status(), "order's side refused the request.");
    }
    if (reply.status() == HttpStatus.GATEWAY_TIMEOUT.value()) {
      return problem(reply.status(), "order: a service behind it gave no answer in time");
    }
    throw new PeerFailure(
        order.name(), PeerFailure.Kind.FAULTY, "answered " + reply.status(), null);
  }

  private static ResponseEntity<ProblemDetail> problem(int status, String detail) {
    ProblemDetail problem = ProblemDetail.forStatus(status);
    problem.setDetail(detail);
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
