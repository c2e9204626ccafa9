package io.meshgauge.sample.auth;

/** A token that proves nothing; the message says why and may be shown to the client. */
final class TokenRejected extends Exception {

  private static final long serialVersionUID = 1L;

  TokenRejected(String reason) {
    // Rejections are part of the measured mix: no stack trace is worth their time.
    super(reason, null, false, false);
  }
}
