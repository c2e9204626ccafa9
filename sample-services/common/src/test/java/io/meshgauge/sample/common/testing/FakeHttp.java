package io.meshgauge.sample.common.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP peer played by the test: records requests and sends prepared replies. */
public final class FakeHttp implements AutoCloseable {

  /**
   * What it was asked.
   *
   * @param line method and path, for example {@code GET /orders}
   * @param headers first value of each header by lower-case name
   * @param body the body as text
   */
  public record Asked(String line, Map<String, String> headers, String body) {}

  /**
   * What it answers.
   *
   * @param status HTTP status
   * @param contentType Content-Type header
   * @param body the body as text
   */
  public record Reply(int status, String contentType, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  /** Listens on a free port; health probes are answered with 200 and not recorded. */
  public FakeHttp(Function<Asked, Reply> script) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          Map<String, String> headers = new TreeMap<>();
          exchange
              .getRequestHeaders()
              .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          Asked question =
              new Asked(
                  exchange.getRequestMethod() + " " + exchange.getRequestURI(), headers, body);
          boolean probe = question.line().contains("/actuator/");
          if (!probe) {
            asked.add(question);
          }
          Reply reply = probe ? new Reply(200, "text/plain", "up") : script.apply(question);
          byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", reply.contentType());
          exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
          }
        });
    server.start();
  }

  /** Its base address. */
  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Everything it was asked so far. */
  public List<Asked> asked() {
    return asked;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
