package io.meshgauge.load.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.load.course.Window;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The worker's protocol over HTTP, for a client on another machine whose connection may break:
 * every request can be repeated. Events are read by index, a repeated command has no effect,
 * results can be fetched until {@code end}. Another {@code measure} after a window requests a
 * further one.
 *
 * <ul>
 *   <li>{@code GET /events?from=N&wait=SECONDS}: the events from index N, one JSON object a line
 *   <li>{@code POST /words}: one command
 *   <li>{@code GET /results}: the files of the run as a ZIP, once it is over
 *   <li>{@code GET /health}: 200; the only request that does not count as contact, since probes
 *       send it
 * </ul>
 *
 * <p>Every response contains the worker's clock ({@value #CLOCK}) and an identifier of its process
 * ({@value #PROCESS}).
 */
final class WorkerServer implements Closeable {

  static final String CLOCK = "Meshgauge-Epoch-Micros";
  static final String PROCESS = "Meshgauge-Process";

  private static final int THREADS = 4;
  private static final long MAX_WAIT_SECONDS = 10;

  private final HttpServer http;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, WorkerServer::thread);
  private final EventLog events;
  private final Path results;
  private final Consumer<Word> receiver;
  private final Runnable contact;
  private final String process = UUID.randomUUID().toString();
  private final Set<Word.Kind> heard = EnumSet.noneOf(Word.Kind.class);
  private @Nullable Word latest;
  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * Listens on all interfaces.
   *
   * @param port to listen on; 0 for any free one
   * @param events source of {@code /events}
   * @param results folder of {@code /results}
   * @param receiver of each command, without repetitions
   * @param contact called at every request of the client
   * @throws IOException if the port is in use
   */
  WorkerServer(int port, EventLog events, Path results, Consumer<Word> receiver, Runnable contact)
      throws IOException {
    this.events = events;
    this.results = results;
    this.receiver = receiver;
    this.contact = contact;
    // Without it a response may be delayed by 40 ms in the kernel, and its clock would be wrong.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    http = HttpServer.create(new InetSocketAddress(port), 0);
    http.createContext("/events", exchange -> serve(exchange, "GET", this::sendEvents));
    http.createContext("/words", exchange -> serve(exchange, "POST", this::receiveCommand));
    http.createContext("/results", exchange -> serve(exchange, "GET", this::sendResults));
    http.createContext("/health", exchange -> serve(exchange, "GET", this::sendHealth));
    http.setExecutor(threads);
    http.start();
  }

  private interface Handler {
    void handle(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "meshgauge-http");
    thread.setDaemon(true);
    return thread;
  }

  /** The port it listens on. */
  int port() {
    return http.getAddress().getPort();
  }

  /** Returns when the command {@code end} was received and answered. */
  void awaitEnd() throws InterruptedException {
    end.await();
  }

  private void serve(HttpExchange exchange, String method, Handler handler) throws IOException {
    try (exchange) {
      if (exchange.getRequestMethod().equals(method)) {
        serve(exchange, handler);
      } else {
        answer(exchange, 405, "Expected " + method + " here.\n");
      }
    }
  }

  private void serve(HttpExchange exchange, Handler handler) throws IOException {
    try {
      handler.handle(exchange);
    } catch (IllegalArgumentException e) {
      answer(exchange, 400, e.getMessage() + "\n");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sendEvents(HttpExchange exchange) throws IOException, InterruptedException {
    contact.run();
    long wait = Math.min(MAX_WAIT_SECONDS, parameter(exchange, "wait"));
    List<String> lines =
        events.from((int) parameter(exchange, "from"), TimeUnit.SECONDS.toMillis(wait));
    exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
    answer(exchange, 200, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
    contact.run();
  }

  private static long parameter(HttpExchange exchange, String name) {
    String query = exchange.getRequestURI().getQuery();
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      if (part.startsWith(name + "=")) {
        String value = part.substring(name.length() + 1);
        if (!value.matches("\\d{1,9}")) {
          throw new IllegalArgumentException(
              "'" + name + "' is a whole number from 0, not '" + value + "'.");
        }
        return Long.parseLong(value);
      }
    }
    return 0;
  }

  private void receiveCommand(HttpExchange exchange) throws IOException {
    contact.run();
    Word word =
        Word.parse(new String(exchange.getRequestBody().readNBytes(200), StandardCharsets.UTF_8));
    if (!receive(word)) {
      answer(exchange, 409, "The command 'measure' requires 'warm' before; send 'warm' first.\n");
      return;
    }
    try {
      answer(exchange, 200, "heard\n");
      exchange.close();
    } finally {
      if (word.kind() == Word.Kind.END) {
        end.countDown();
      }
    }
  }

  /** False if the command is out of order; a repeated command has no effect. */
  private synchronized boolean receive(Word word) {
    if (word.kind() == Word.Kind.MEASURE && !heard.contains(Word.Kind.WARM)) {
      return false;
    }
    if (word.kind() == Word.Kind.MEASURE && events.over() && !word.equals(latest)) {
      heard.remove(Word.Kind.MEASURE);
      events.reopen();
    }
    if (heard.add(word.kind())) {
      latest = word;
      receiver.accept(word);
    }
    return true;
  }

  private void sendResults(HttpExchange exchange) throws IOException {
    contact.run();
    if (!events.over()) {
      answer(
          exchange,
          409,
          "The run is not over; wait for the event '%s' or '%s'.\n"
              .formatted(Conversation.FINISHED, Conversation.FAILED));
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/zip");
    sign(exchange);
    exchange.sendResponseHeaders(200, 0);
    try (ZipOutputStream zip = new ZipOutputStream(exchange.getResponseBody())) {
      for (Path file : files()) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    contact.run();
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(results)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void sendHealth(HttpExchange exchange) throws IOException {
    answer(exchange, 200, "listening\n");
  }

  private void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    sign(exchange);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private void sign(HttpExchange exchange) {
    exchange.getResponseHeaders().set(PROCESS, process);
    exchange.getResponseHeaders().set(CLOCK, Long.toString(Window.nowEpochMicros()));
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
