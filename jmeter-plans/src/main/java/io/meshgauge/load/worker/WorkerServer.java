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
 * The worker's conversation over HTTP, for a starter on another machine whose connection may break:
 * everything can be asked again. Events are read by index, a word said twice counts once, results
 * can be fetched until {@code end}. A further {@code measure}, once a window is over, asks for
 * another one.
 *
 * <ul>
 *   <li>{@code GET /events?from=N&wait=SECONDS}: the events from index N, one JSON object a line
 *   <li>{@code POST /words}: one word
 *   <li>{@code GET /results}: the files of the run as a ZIP, once it is over
 *   <li>{@code GET /health}: 200; the only one that is no sign of the starter, since probes ask it
 * </ul>
 *
 * <p>Every answer says the worker's clock ({@value #CLOCK}) and which process it is ({@value
 * #PROCESS}).
 */
final class WordServer implements Closeable {

  static final String CLOCK = "Meshgauge-Epoch-Micros";
  static final String PROCESS = "Meshgauge-Process";

  private static final int THREADS = 4;
  private static final long LONGEST_WAIT_SECONDS = 10;

  private final HttpServer http;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, WordServer::thread);
  private final EventLog events;
  private final Path results;
  private final Consumer<Word> ear;
  private final Runnable contact;
  private final String process = UUID.randomUUID().toString();
  private final Set<Word.Kind> heard = EnumSet.noneOf(Word.Kind.class);
  private @Nullable Word latest;
  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * Listens on all interfaces.
   *
   * @param port to listen on; 0 for any free one
   * @param events what {@code /events} gives
   * @param results the folder that {@code /results} gives
   * @param ear who is handed each word, the first time that it is said
   * @param contact told of every request of the starter
   * @throws IOException when the port cannot be had
   */
  WordServer(int port, EventLog events, Path results, Consumer<Word> ear, Runnable contact)
      throws IOException {
    this.events = events;
    this.results = results;
    this.ear = ear;
    this.contact = contact;
    // Without it an answer may lie in the kernel for 40 ms, and the clock in it grows old.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    http = HttpServer.create(new InetSocketAddress(port), 0);
    http.createContext("/events", exchange -> serve(exchange, "GET", this::giveEvents));
    http.createContext("/words", exchange -> serve(exchange, "POST", this::takeWord));
    http.createContext("/results", exchange -> serve(exchange, "GET", this::giveResults));
    http.createContext("/health", exchange -> serve(exchange, "GET", this::giveHealth));
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

  /** Returns when the word {@code end} was heard and answered. */
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

  private void giveEvents(HttpExchange exchange) throws IOException, InterruptedException {
    contact.run();
    long wait = Math.min(LONGEST_WAIT_SECONDS, parameter(exchange, "wait"));
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

  private void takeWord(HttpExchange exchange) throws IOException {
    contact.run();
    Word word =
        Word.parse(new String(exchange.getRequestBody().readNBytes(200), StandardCharsets.UTF_8));
    if (!hear(word)) {
      answer(exchange, 409, "The word 'measure' comes after 'warm'; say 'warm' first.\n");
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

  /** False when it is not this word's turn; a word that was heard before has no effect. */
  private synchronized boolean hear(Word word) {
    if (word.kind() == Word.Kind.MEASURE && !heard.contains(Word.Kind.WARM)) {
      return false;
    }
    if (word.kind() == Word.Kind.MEASURE && events.over() && !word.equals(latest)) {
      heard.remove(Word.Kind.MEASURE);
      events.goOn();
    }
    if (heard.add(word.kind())) {
      latest = word;
      ear.accept(word);
    }
    return true;
  }

  private void giveResults(HttpExchange exchange) throws IOException {
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

  private void giveHealth(HttpExchange exchange) throws IOException {
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
