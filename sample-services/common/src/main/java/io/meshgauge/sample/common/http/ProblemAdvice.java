package io.meshgauge.sample.common.http;

import io.meshgauge.sample.common.peer.PeerFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Translates exceptions to problem+json: those of Spring MVC by their status, a peer's failure to
 * 502 or 504, all others to 500 without their message.
 */
@RestControllerAdvice
public final class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  /** A peer gave no usable response. */
  @ExceptionHandler(PeerFailure.class)
  ResponseEntity<ProblemDetail> onPeerFailure(PeerFailure failure) {
    HttpStatus status =
        failure.kind() == PeerFailure.Kind.TIMEOUT
            ? HttpStatus.GATEWAY_TIMEOUT
            : HttpStatus.BAD_GATEWAY;
    return answer(status, String.valueOf(failure.getMessage()));
  }

  /** A bug: the client receives only the status, the log the exception. */
  @ExceptionHandler(Exception.class)
  ResponseEntity<ProblemDetail> onBug(Exception bug) {
    LOG.error("unexpected failure", bug);
    return answer(
        HttpStatus.INTERNAL_SERVER_ERROR, "Unexpected failure; the service's log has the cause.");
  }

  private static ResponseEntity<ProblemDetail> answer(HttpStatus status, String detail) {
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(ProblemDetail.forStatusAndDetail(status, detail));
  }
}
