package io.meshgauge.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/** A request encoded once and sent repeatedly, from one thread. */
public final class RequestTemplate {

  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Header fields of HTTP/1.1 that HTTP/2 forbids: RFC 9113, section 8.2.2. */
  private static final Set<String> CONNECTION_FIELDS =
      Set.of(
          "host", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  private static final Pattern PATH = Pattern.compile("[!-~]+");

  private final HttpTarget target;
  private final String method;
  private final String path;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final byte[] body;
  private final List<Header> http2Fields = new ArrayList<>();
  private final ByteBuffer bytes;

  /**
   * Encodes a request.
   *
   * @param method such as GET
   * @param path beginning with a slash, with its query
   * @param headers without host and content length, which are added
   * @param body sent as UTF-8; empty for none
   * @throws IllegalArgumentException if a part is not valid in an HTTP request
   */
  public RequestTemplate(
      HttpTarget target, String method, String path, Map<String, String> headers, String body) {
    this.target = target;
    this.method = matching(TOKEN, "method", method);
    this.path = matching(PATH, "path (with blanks and letters beyond ASCII encoded)", path);
    this.body = body.getBytes(StandardCharsets.UTF_8);
    this.headers.put("Host", target.toString());
    headers.forEach((name, value) -> this.headers.put(matching(TOKEN, "header name", name), value));
    if (this.body.length > 0) {
      this.headers.put("Content-Length", Integer.toString(this.body.length));
    }
    this.bytes = layOut();
  }

  private static String matching(Pattern pattern, String part, String text) {
    if (!pattern.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a valid " + part + " of an HTTP request.");
    }
    return text;
  }

  private ByteBuffer layOut() {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\n");
    headers.forEach(
        (name, value) -> {
          if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("The header '" + name + "' has a line break in it.");
          }
          head.append(name).append(": ").append(value).append("\r\n");
        });
    head.append("\r\n");
    byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    // Off-heap, so that the kernel reads these bytes without another copy.
    return ByteBuffer.allocateDirect(start.length + body.length).put(start).put(body).flip();
  }

  /** Its target. */
  public HttpTarget target() {
    return target;
  }

  /** The HTTP method. */
  public String method() {
    return method;
  }

  /** Path and query. */
  public String path() {
    return path;
  }

  /** The header fields, host and content length included. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The header fields of HTTP/2: pseudo-header fields first, names in lower case. */
  List<Header> http2Fields(String scheme) {
    if (http2Fields.isEmpty()) {
      http2Fields.add(new BasicHeader(":method", method));
      http2Fields.add(new BasicHeader(":scheme", scheme));
      http2Fields.add(new BasicHeader(":path", path));
      http2Fields.add(new BasicHeader(":authority", headers.get("Host")));
      headers.forEach(
          (name, value) -> {
            String small = name.toLowerCase(Locale.ROOT);
            if (!CONNECTION_FIELDS.contains(small)) {
              http2Fields.add(new BasicHeader(small, value));
            }
          });
    }
    return http2Fields;
  }

  /** The body; may be empty. */
  public byte[] body() {
    return body;
  }

  /** The bytes of its body. */
  public int bodyBytes() {
    return body.length;
  }

  /** The encoded request, ready to be sent. */
  ByteBuffer bytes() {
    return bytes.rewind();
  }

  /** Whether its response has no body regardless of its header. */
  boolean bodiless() {
    return method.equals("HEAD");
  }
}
