package io.meshgauge.sample.common.http;

import org.jspecify.annotations.Nullable;

/**
 * A complete response of an HTTP peer.
 *
 * @param status HTTP status
 * @param contentType the Content-Type header, or null
 * @param body the bytes of the body; owned by the receiver
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
public record HttpReply(int status, @Nullable String contentType, byte[] body) {

  /** Whether the status is 2xx. */
  public boolean succeeded() {
    return status >= 200 && status < 300;
  }

  /** Whether the body is problem+json. */
  public boolean isProblem() {
    return contentType != null && contentType.startsWith(Problem.MEDIA_TYPE);
  }
}
