package io.meshgauge.sample.common.http;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP peer's answer, read completely.
 *
 * @param status HTTP status
 * @param contentType the Content-Type header, or null
 * @param body the bytes of the body; owned by the receiver
 */
@SuppressWarnings("ArrayRecordComponent") // handed through once, never compared
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
