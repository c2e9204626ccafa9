package io.meshgauge.observer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.evidence.LocalProbeOrigin;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.enforcement.EnforcementException;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The observer's HTTP server. It listens on the loopback address only: clients use the API server's
 * port-forward or run on the node.
 *
 * <p>{@code GET /facts}, {@code GET /machine}, {@code POST /alive}, {@code POST /probe}, {@code
 * POST /watch}, {@code POST /watch/finish}, {@code POST /rules}, {@code POST /tcp}, {@code POST
 * /totals}. Bodies are JSON. Status 409: the request is invalid or cannot be fulfilled; 500:
 * internal error; each with {@code {"error": …}}.
 */
final class ObserverServer implements AutoCloseable {
  private final String node;
  private final HttpServer server;
  private final ExecutorService workers = Executors.newCachedThreadPool(daemons("observer"));
  private final WatchPost watches = new WatchPost(System::nanoTime);
  private final RulePost rules = new RulePost(daemons("rule"));
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicLong lastRequest = new AtomicLong(System.nanoTime());

  private ObserverServer(String node, HttpServer server) {
    this.node = node;
    this.server = server;
  }

  /**
   * Starts to listen.
   *
   * @param port 0 for any free port
   * @param node the node's name, for evidence and facts
   * @throws IOException if the port is in use
   */
  static ObserverServer start(int port, String node, NodeFiles files) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    ObserverServer server = new ObserverServer(node, http);
    server.get("/facts", () -> files.facts(node));
    server.get("/machine", files::machine);
    server.post("/alive", Liveness.class, server::alive);
    server.post("/probe", ProbeRequest.class, ObserverServer::probe);
    server.post("/watch", WatchRequest.class, server::watch);
    server.post("/watch/finish", Liveness.class, it -> WatchAnswer.of(server.watches.finish()));
    server.post("/rules", RulePost.Request.class, server.rules::answer);
    server.post("/tcp", TcpRequest.class, it -> new TcpAnswer(files.tcp(it.pods())));
    server.post(
        "/totals", TotalsRequest.class, it -> new TotalsAnswer(files.totals(it.containers())));
    http.setExecutor(server.workers);
    http.start();
    return server;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Time since the last request; zero while one is being answered. */
  Duration silence() {
    return working.get() > 0
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - lastRequest.get());
  }

  /** Ends a watch that was not renewed; call it periodically. */
  void expireWatch() {
    watches.expire();
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
    watches.close();
    rules.close();
  }

  private Liveness alive(Liveness request) {
    if (request.watching()) {
      watches.renew();
    }
    return request;
  }

  private static ProbeAnswer probe(ProbeRequest request) {
    DataPlane plane = WireEntry.plane(request.wires());
    return new ProbeAnswer(
        LocalProbeOrigin.probe(
            plane, request.claims(), request.options(), request.identities().open()));
  }

  private Liveness watch(WatchRequest request) {
    DataPlane plane = WireEntry.plane(request.wires());
    watches.start(
        () ->
            WireWatch.startOnNode(plane, node, request.peers(), request.extent(), daemons("wire")));
    return new Liveness(true);
  }

  private void get(String path, Supplier<Object> answer) {
    serve(path, "GET", body -> answer.get());
  }

  private <T> void post(String path, Class<T> type, Function<T, Object> answer) {
    serve(path, "POST", body -> answer.apply(Messages.read(body, type)));
  }

  private void serve(String path, String method, Function<byte[], Object> answer) {
    server.createContext(
        path,
        exchange -> {
          working.incrementAndGet();
          try (exchange) {
            // A context also receives every path that starts with its own.
            if (!exchange.getRequestURI().getPath().equals(path)) {
              reply(
                  exchange,
                  404,
                  new Messages.Failure("no such path; see the class ObserverServer"));
            } else if (!exchange.getRequestMethod().equals(method)) {
              reply(exchange, 405, new Messages.Failure("expected " + method + " " + path));
            } else {
              answer(exchange, answer);
            }
          } finally {
            lastRequest.set(System.nanoTime());
            working.decrementAndGet();
          }
        });
  }

  private static void answer(HttpExchange exchange, Function<byte[], Object> answer)
      throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    try {
      reply(exchange, 200, answer.apply(body));
    } catch (ObserverException | IdentityException | EnforcementException e) {
      reply(exchange, 409, new Messages.Failure(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      reply(exchange, 500, new Messages.Failure("internal error of the observer: " + e));
    }
  }

  private static void reply(HttpExchange exchange, int status, Object message) throws IOException {
    byte[] body = Messages.write(message);
    exchange.getResponseHeaders().set("content-type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
