package io.meshgauge.sample.gateway;

import org.springframework.http.HttpStatus;

/** The gateway refuses a request: 401 without a valid token, 403 without authorization. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final HttpStatus status;

  private Refusal(HttpStatus status, String detail) {
    // Refusals are part of the measured mix, so no time is spent on stack traces.
    super(detail, null, false, false);
    this.status = status;
  }

  static Refusal unauthenticated(String detail) {
    return new Refusal(HttpStatus.UNAUTHORIZED, detail);
  }

  static Refusal forbidden(String detail) {
    return new Refusal(HttpStatus.FORBIDDEN, detail);
  }

  HttpStatus status() {
    return status;
  }
}
