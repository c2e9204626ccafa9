package io.meshgauge.sample.common.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that reads a request's body up to a limit and answers 413 beyond it, with or without a
 * Content-Length.
 */
public final class BoundedBodyFilter extends OncePerRequestFilter implements Ordered {

  /** After the observation filter, so that refusals are counted like other responses. */
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

  private final int maxBytes;

  /**
   * @param maxBytes largest accepted body, at least 1
   */
  public BoundedBodyFilter(int maxBytes) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException(
          "meshgauge.http.max-body-bytes is " + maxBytes + ", expected at least 1");
    }
    this.maxBytes = maxBytes;
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long announced = request.getContentLengthLong();
    boolean chunked = announced < 0 && request.getHeader("Transfer-Encoding") != null;
    if (announced <= 0 && !chunked) {
      chain.doFilter(request, response);
      return;
    }
    byte[] body =
        announced > maxBytes ? new byte[0] : request.getInputStream().readNBytes(maxBytes + 1);
    if (announced > maxBytes || body.length > maxBytes) {
      new Problem(
              HttpStatus.CONTENT_TOO_LARGE.value(),
              "Content Too Large",
              "The body has more than %d bytes; send a smaller one.".formatted(maxBytes))
          .writeTo(response);
      return;
    }
    chain.doFilter(new BufferedRequest(request, body), response);
  }

  private static final class BufferedRequest extends HttpServletRequestWrapper {
    private final byte[] body;

    BufferedRequest(HttpServletRequest request, byte[] body) {
      super(request);
      this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
      return new BufferedBody(new ByteArrayInputStream(body));
    }
  }

  private static final class BufferedBody extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    BufferedBody(ByteArrayInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      return bytes.read(target, offset, length);
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException("the body is already here; read it");
    }
  }
}
