package io.meshgauge.sample.decision;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.envoyproxy.envoy.service.auth.v3.AuthorizationGrpc;
import io.envoyproxy.envoy.service.auth.v3.AuthorizationGrpc.AuthorizationBlockingStub;
import io.envoyproxy.envoy.service.auth.v3.CheckRequest;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The policy decision point: gRPC for requests of proxies, and HTTP pages for readiness and
 * counters in the form of Envoy's admin interface ({@code /ready}, {@code /stats}).
 */
public final class DecisionPoint implements AutoCloseable {
  private static final int GRACE_SECONDS = 2;
  private static final int WARM_UP_REQUESTS = 50;
  private static final int WARM_UP_TIMEOUT_SECONDS = 60;

  private final Server questions;
  private final HttpServer admin;

  private DecisionPoint(Server questions, HttpServer admin) {
    this.questions = questions;
    this.admin = admin;
  }

  /**
   * Starts a decision point that runs until the process ends.
   *
   * @param args the path of its JSON settings
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException(
          "%d arguments; expected one: the path of a file with orders".formatted(args.length));
    }
    DecisionPoint point = start(Orders.read(Path.of(args[0])), Clock.systemUTC());
    Runtime.getRuntime().addShutdownHook(new Thread(point::close));
  }

  /**
   * Starts to listen; it is ready after warm-up requests to itself, because the first requests of a
   * JVM take seconds and would exceed the timeouts of proxies.
   *
   * @throws IOException if a port is in use
   */
  static DecisionPoint start(Orders orders, Clock clock) throws IOException {
    Decisions decisions = new Decisions(orders.rulebook(), orders.remember());
    Server questions =
        NettyServerBuilder.forAddress(new InetSocketAddress(orders.host(), orders.port()))
            // A decision takes microseconds and does not block, so it runs on the transport's
            // thread.
            .directExecutor()
            .addService(new CheckService(decisions, clock))
            .build()
            .start();
    rehearse(orders.host(), questions.getPort());
    decisions.forget();
    HttpServer admin =
        HttpServer.create(new InetSocketAddress(orders.host(), orders.adminPort()), 0);
    admin.createContext("/ready", exchange -> answer(exchange, "LIVE\n"));
    admin.createContext("/stats", exchange -> answer(exchange, page(decisions)));
    admin.start();
    return new DecisionPoint(questions, admin);
  }

  private static void rehearse(String host, int port) {
    ManagedChannel channel = NettyChannelBuilder.forAddress(host, port).usePlaintext().build();
    try {
      AuthorizationBlockingStub stub =
          AuthorizationGrpc.newBlockingStub(channel)
              .withDeadlineAfter(WARM_UP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      for (int i = 0; i < WARM_UP_REQUESTS; i++) {
        stub.check(CheckRequest.getDefaultInstance());
      }
    } finally {
      channel.shutdownNow();
    }
  }

  /** Address of the gRPC server. */
  int port() {
    return questions.getPort();
  }

  /** Address of the readiness and counter pages. */
  int adminPort() {
    return admin.getAddress().getPort();
  }

  @Override
  public void close() {
    admin.stop(0);
    questions.shutdown();
    try {
      if (!questions.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        questions.shutdownNow();
      }
    } catch (InterruptedException e) {
      questions.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static String page(Decisions decisions) {
    return decisions.counters().entrySet().stream()
        .map(counter -> counter.getKey() + ": " + counter.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
