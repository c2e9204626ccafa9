package io.meshgauge.sample.auth;

/** A token is invalid; the message gives the reason and may be shown to the client. */
final class TokenRejected extends Exception {

  private static final long serialVersionUID = 1L;

  TokenRejected(String reason) {
    // Rejections are part of the measured mix, so no time is spent on stack traces.
    super(reason, null, false, false);
  }
}
