package io.meshgauge.sample.gateway;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Translates refusals to problem+json. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RefusalAdvice {

  @ExceptionHandler(Refusal.class)
  ResponseEntity<ProblemDetail> onRefusal(Refusal refusal) {
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(refusal.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (refusal.status() == HttpStatus.UNAUTHORIZED) {
      answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    return answer.body(
        ProblemDetail.forStatusAndDetail(refusal.status(), String.valueOf(refusal.getMessage())));
  }
}
