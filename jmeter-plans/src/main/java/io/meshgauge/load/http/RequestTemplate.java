package io.meshgauge.load.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/** A request laid out once and sent again and again, from one thread. */
public final class RequestTemplate {

  private final HttpTarget target;
  private final ClassicHttpRequest request;
  private final int bodyBytes;

  /**
   * Lays out a request.
   *
   * @param method such as GET
   * @param path beginning with a slash, with its query
   * @param headers as they are; host and content length are added
   * @param body sent as UTF-8; empty for none
   */
  public RequestTemplate(
      HttpTarget target, String method, String path, Map<String, String> headers, String body) {
    this.target = target;
    request = new BasicClassicHttpRequest(method, path);
    request.setHeader("Host", target.toString());
    headers.forEach(request::setHeader);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    bodyBytes = bytes.length;
    if (bytes.length > 0) {
      request.setEntity(new ByteArrayEntity(bytes, (ContentType) null));
      request.setHeader("Content-Length", bytes.length);
    }
  }

  /** Whom it is for. */
  public HttpTarget target() {
    return target;
  }

  ClassicHttpRequest request() {
    return request;
  }

  /** The bytes of its body. */
  public int bodyBytes() {
    return bodyBytes;
  }
}
