package io.meshgauge.load.testserver;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 server by httpcore5, which says what it was asked: method, path, length of the body,
 * and the header {@code echo}.
 */
public final class Http2Server implements Closeable {

  /** The path whose answer is never sent. */
  public static final String SILENT = "/silent";

  /** The path with the answer of a megabyte. */
  public static final String LONG = "/long";

  private final HttpAsyncServer server;
  private final int port;
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * A server on a free port of loopback.
   *
   * @param tls null for plaintext, which is HTTP/2 from the first byte
   * @param clientCertificates whether it demands them
   */
  public Http2Server(@Nullable SSLContext tls, boolean clientCertificates) throws Exception {
    H2ServerBootstrap bootstrap =
        H2ServerBootstrap.bootstrap()
            .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(1).build())
            .setH2Config(H2Config.custom().setHeaderTableSize(128).setPushEnabled(false).build())
            .setVersionPolicy(
                tls == null ? HttpVersionPolicy.FORCE_HTTP_2 : HttpVersionPolicy.NEGOTIATE)
            .setCanonicalHostName("localhost")
            .setIOSessionListener(new Counter())
            .register("*", new Responder());
    if (tls != null) {
      bootstrap.setTlsStrategy(
          new H2ServerTlsStrategy(
              tls, (endpoint, engine) -> engine.setNeedClientAuth(clientCertificates), null));
    }
    server = bootstrap.create();
    server.start();
    port = listen(tls == null ? URIScheme.HTTP : URIScheme.HTTPS);
  }

  private int listen(URIScheme scheme) throws InterruptedException, ExecutionException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return ((InetSocketAddress) server.listen(any, scheme).get().getAddress()).getPort();
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** Connections accepted so far. */
  public int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    server.close(CloseMode.IMMEDIATE);
  }

  private static final class Responder
      implements AsyncServerRequestHandler<Message<HttpRequest, String>> {

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, String>> prepare(
        HttpRequest request, @Nullable EntityDetails entity, HttpContext context) {
      return new BasicRequestConsumer<>(entity == null ? null : new StringAsyncEntityConsumer());
    }

    @Override
    public void handle(
        Message<HttpRequest, String> message, ResponseTrigger trigger, HttpContext context)
        throws HttpException, IOException {
      HttpRequest request = message.getHead();
      if (request.getPath().startsWith(SILENT)) {
        return;
      }
      String body = message.getBody();
      String summary =
          request.getMethod()
              + " "
              + request.getPath()
              + " "
              + (body == null ? 0 : body.length())
              + " "
              + (request.containsHeader("echo") ? request.getHeader("echo").getValue() : "-");
      String answer = request.getPath().startsWith(LONG) ? summary + "x".repeat(1 << 20) : summary;
      trigger.submitResponse(
          AsyncResponseBuilder.create(body == null ? 200 : 201)
              .setEntity(AsyncEntityProducers.create(answer))
              .build(),
          context);
    }
  }

  private final class Counter implements IOSessionListener {

    @Override
    public void connected(IOSession session) {
      connections.incrementAndGet();
    }

    @Override
    public void startTls(IOSession session) {
      // Of no interest.
    }

    @Override
    public void inputReady(IOSession session) {
      // Of no interest.
    }

    @Override
    public void outputReady(IOSession session) {
      // Of no interest.
    }

    @Override
    public void timeout(IOSession session) {
      // Of no interest.
    }

    @Override
    public void exception(IOSession session, Exception problem) {
      // The client reports the error.
    }

    @Override
    public void disconnected(IOSession session) {
      // Of no interest.
    }
  }
}
