package io.meshgauge.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.report.html.LivePage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Read-only HTTP server with four pages: {@code /}, {@code /board}, {@code /metrics} and {@code
 * /events}. No request reads a file or changes anything.
 */
final class LiveServer implements AutoCloseable {
  /** Threads for short requests, in addition to those of the viewers. */
  private static final int SHORT_REQUEST_THREADS = 4;

  /**
   * Host names of this machine. Other names are refused, so that a foreign page whose name resolves
   * to this machine (DNS rebinding) cannot read the figures.
   */
  private static final Pattern LOOPBACK_HOST =
      Pattern.compile(
          "(localhost|127\\.0\\.0\\.1|\\[(::1|0:0:0:0:0:0:0:1)])(:\\d+)?",
          Pattern.CASE_INSENSITIVE);

  /** The JDK's server closes a connection without a complete request within this time. */
  private static final String MAX_REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

  private final HttpServer server;
  private final ExecutorService threads;
  private final Pages pages;
  private final SseClients viewers;
  private final boolean loopback;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Content of the pages. */
  record Pages(Supplier<String> page, Supplier<String> board, Supplier<String> metrics) {}

  private LiveServer(HttpServer server, Pages pages, SseClients viewers) {
    this.server = server;
    this.pages = pages;
    this.viewers = viewers;
    this.loopback = server.getAddress().getAddress().isLoopbackAddress();
    this.threads =
        Executors.newFixedThreadPool(
            SseClients.MAX_VIEWERS + SHORT_REQUEST_THREADS, LiveServer::thread);
  }

  /**
   * Starts to listen.
   *
   * @throws LiveException if it cannot listen there
   */
  static LiveServer open(InetSocketAddress address, Pages pages, SseClients viewers) {
    if (System.getProperty(MAX_REQUEST_SECONDS) == null) {
      System.setProperty(MAX_REQUEST_SECONDS, "10");
    }
    if (address.isUnresolved()) {
      throw new LiveException(
          "the live view cannot listen on '%s': no address has that name. Expected 127.0.0.1, 0.0.0.0 or an address of this machine: --live-address"
              .formatted(address.getHostString()),
          new IOException("not resolved"));
    }
    try {
      LiveServer live = new LiveServer(HttpServer.create(address, 0), pages, viewers);
      live.server.createContext("/", live::answer);
      live.server.setExecutor(live.threads);
      live.server.start();
      return live;
    } catch (IOException e) {
      throw new LiveException(
          "the live view cannot listen on %s port %d: %s. Nothing was started. Name another port, --live=PORT, or none for any that is free: --live"
              .formatted(address.getAddress().getHostAddress(), address.getPort(), e.getMessage()),
          e);
    }
  }

  /** Its address on this machine. */
  URI address() {
    InetAddress own = server.getAddress().getAddress();
    String host = own.isAnyLocalAddress() ? "127.0.0.1" : own.getHostAddress();
    String written = host.contains(":") ? "[" + host.replaceFirst("%.*", "") + "]" : host;
    return URI.create("http://%s:%d/".formatted(written, server.getAddress().getPort()));
  }

  boolean loopback() {
    return loopback;
  }

  private void answer(HttpExchange exchange) {
    try {
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        text(exchange, 405, "Expected GET: this server is read-only.\n");
      } else if (!hostAllowed(exchange)) {
        text(exchange, 421, "Expected a request to 127.0.0.1 or localhost.\n");
      } else {
        page(exchange);
      }
    } catch (IOException e) {
      // The client is gone, so there is no one to answer.
    } finally {
      exchange.close();
    }
  }

  private boolean hostAllowed(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return !loopback || host == null || LOOPBACK_HOST.matcher(host).matches();
  }

  private void page(HttpExchange exchange) throws IOException {
    String path = String.valueOf(exchange.getRequestURI().getPath());
    switch (path) {
      case "/" -> {
        exchange.getResponseHeaders().set("Content-Security-Policy", LivePage.policy());
        send(exchange, 200, "text/html; charset=utf-8", pages.page().get());
      }
      case "/board" -> send(exchange, 200, "text/html; charset=utf-8", pages.board().get());
      case "/metrics" ->
          send(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", pages.metrics().get());
      case "/events" -> events(exchange);
      default -> text(exchange, 404, "Expected /, /board, /metrics or /events.\n");
    }
  }

  private void events(HttpExchange exchange) throws IOException {
    Optional<SseClients.Place> place = viewers.admit();
    if (place.isEmpty()) {
      text(
          exchange,
          503,
          "%d viewers are connected; no more are allowed.\n".formatted(SseClients.MAX_VIEWERS));
      return;
    }
    try (SseClients.Place taken = place.get()) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      taken.serve(exchange.getResponseBody());
    }
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    send(exchange, status, "text/plain; charset=utf-8", text);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "live view");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    viewers.end();
    threads.shutdown();
    try {
      // Viewers receive the end of the run before their connections close.
      threads.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.shutdownNow();
    server.stop(0);
  }
}
