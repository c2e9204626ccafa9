package io.meshgauge.sample.gateway;

import org.springframework.http.HttpStatus;

/**
 * A request that ends at the gateway: 401 for an unknown caller, 403 for one without permission.
 */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final HttpStatus status;

  private Refusal(HttpStatus status, String detail) {
    // Refusals are part of the measured mix: no stack trace is worth their time.
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
