package io.meshgauge.sample.common.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * An error response in the form of RFC 9457 for code below Spring MVC, where there is no message
 * converter.
 *
 * @param status HTTP status, 400 to 599
 * @param title reason phrase of the status
 * @param detail what happened and what to do
 */
public record Problem(int status, String title, String detail) {

  /** Media type of problem responses. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** Checks that the status is an error. */
  public Problem {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("a problem's status is 400 to 599, found " + status);
    }
  }

  /** The problem as UTF-8 JSON. */
  public byte[] json() {
    return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
        .formatted(quoted(title), status, quoted(detail))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Writes status, media type and body. The response must not be committed yet. */
  public void writeTo(HttpServletResponse response) throws IOException {
    byte[] body = json();
    response.setStatus(status);
    response.setContentType(MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static String quoted(String text) {
    return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
  }
}
