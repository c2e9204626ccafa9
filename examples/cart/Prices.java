import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The prices of the shop's items, in cents, kept in Redis. A request makes exactly one command:
 * /prices an MGET, /prices/ITEM a GET, /healthz none. There are no retries: a failed command is
 * answered with 503.
 *
 * <p>Run with: java Prices.java --listen HOST:PORT --redis HOST:PORT. Where several arms share the
 * process, {@code --redis} has an address for each, and {@code --further-ports} the ports at which
 * those after the first call, separated by commas.
 */
public final class Prices {
  private static final Map<String, String> ITEMS =
      new TreeMap<>(Map.of("tea", "320", "coffee", "450", "cocoa", "510", "mug", "1250"));
  private static final Pattern ITEM = Pattern.compile("[a-z]{1,32}");
  private static final int WORKERS = 32;
  private static final int MILLIS = 2_000;

  /** A member of W3C baggage, which names the arm where several share this process. */
  private static final Pattern ARM = Pattern.compile("(?:^|,)\\s*meshgauge\\.arm=(\\d\\d)");

  private final List<Path> paths = new ArrayList<>();
  private volatile boolean ready;

  /** The way to Redis of one arm. */
  private record Path(InetSocketAddress redis, ConcurrentLinkedDeque<Redis> idle) {}

  private Prices(List<InetSocketAddress> redis) {
    redis.forEach(address -> paths.add(new Path(address, new ConcurrentLinkedDeque<>())));
  }

  public static void main(String[] words) throws Exception {
    Map<String, String> options = new TreeMap<>(Map.of("--further-ports", ""));
    for (int i = 0; i + 1 < words.length; i += 2) {
      options.put(words[i], words[i + 1]);
    }
    if (!options.keySet().equals(Set.of("--listen", "--redis", "--further-ports"))) {
      System.err.println("expected: --listen HOST:PORT --redis HOST:PORT[,...] [--further-ports PORT,...]");
      System.exit(2);
    }
    InetSocketAddress listen = address(options.get("--listen"));
    // Headers and body are two segments. Without this, the second waits 40 ms for the client's
    // delayed acknowledgement of the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Prices prices =
        new Prices(Stream.of(options.get("--redis").split(",")).map(Prices::address).toList());
    Executor workers = Executors.newFixedThreadPool(WORKERS);
    prices.serve(listen, workers);
    for (String port : options.get("--further-ports").split(",")) {
      if (!port.isEmpty()) {
        int further = Integer.parseInt(port);
        prices.serve(InetSocketAddress.createUnresolved(listen.getHostString(), further), workers);
      }
    }
    System.err.println("prices: listening on " + listen);
    prices.awaitRedis();
  }

  private void serve(InetSocketAddress address, Executor workers) throws IOException {
    HttpServer server = HttpServer.create(resolved(address), 128);
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return InetSocketAddress.createUnresolved(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /** Until Redis has answered once. */
  private void awaitRedis() throws InterruptedException {
    while (!ready) {
      for (Path path : paths) {
        try {
          path.idle().addFirst(new Redis(path.redis()));
          ready = true;
        } catch (IOException notYet) {
          Thread.sleep(100);
        }
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (!exchange.getRequestMethod().equals("GET")) {
      send(exchange, 405, "\"only GET\"");
    } else if (path.equals("/healthz")) {
      send(exchange, ready ? 200 : 503, ready ? "\"ready\"" : "\"Redis has not answered yet\"");
    } else if (path.equals("/prices")) {
      all(exchange);
    } else if (path.startsWith("/prices/") && ITEM.matcher(path.substring(8)).matches()) {
      one(exchange, path.substring(8));
    } else {
      send(exchange, 404, "\"no such page\"");
    }
  }

  private void all(HttpExchange exchange) throws IOException {
    List<String> command = new ArrayList<>(List.of("MGET"));
    ITEMS.keySet().forEach(item -> command.add("price:" + item));
    Object found = ask(exchange, command);
    if (!(found instanceof List<?> values) || values.contains(null)) {
      send(exchange, 503, "\"no prices\"");
      return;
    }
    List<String> members = new ArrayList<>();
    for (String item : ITEMS.keySet()) {
      members.add("\"" + item + "\": " + values.get(members.size()));
    }
    send(exchange, 200, "{" + String.join(", ", members) + "}");
  }

  private void one(HttpExchange exchange, String item) throws IOException {
    Object value = ask(exchange, List.of("GET", "price:" + item));
    if (value == FAILED) {
      send(exchange, 503, "\"no price\"");
    } else if (value == null) {
      send(exchange, 404, "\"no such item\"");
    } else {
      send(exchange, 200, value.toString());
    }
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = (json + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("content-type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static final Object FAILED = new Object();

  /** Sends one command on a kept connection, or on a new one if all are in use. */
  private Object ask(HttpExchange exchange, List<String> command) {
    int arm = paths.size() == 1 ? 0 : arm(exchange);
    if (arm >= paths.size()) {
      return FAILED;
    }
    ConcurrentLinkedDeque<Redis> idle = paths.get(arm).idle();
    Redis connection = idle.pollFirst();
    try {
      if (connection == null) {
        connection = new Redis(paths.get(arm).redis());
      }
      Object reply = connection.ask(command);
      idle.addFirst(connection);
      return reply;
    } catch (IOException failure) {
      if (connection != null) {
        connection.close();
      }
      // The others have probably failed as well, for example when Redis was restarted.
      for (Redis other = idle.pollFirst(); other != null; other = idle.pollFirst()) {
        other.close();
      }
      return FAILED;
    }
  }

  /** The number of the request's arm; 0 without one. */
  private static int arm(HttpExchange exchange) {
    String baggage = exchange.getRequestHeaders().getFirst("baggage");
    Matcher member = ARM.matcher(baggage == null ? "" : baggage);
    return member.find() ? Integer.parseInt(member.group(1)) : 0;
  }

  private static InetSocketAddress resolved(InetSocketAddress address) {
    return new InetSocketAddress(address.getHostString(), address.getPort());
  }

  /** A connection to Redis, with as much of its protocol as the shop needs. */
  private static final class Redis {
    private final Socket socket = new Socket();
    private final InputStream in;

    /** Connects, and stores the prices that Redis lacks: it keeps nothing when it is restarted. */
    Redis(InetSocketAddress redis) throws IOException {
      try {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(MILLIS);
        socket.connect(resolved(redis), MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        for (Map.Entry<String, String> item : ITEMS.entrySet()) {
          ask(List.of("SETNX", "price:" + item.getKey(), item.getValue()));
        }
      } catch (IOException failure) {
        close();
        throw failure;
      }
    }

    Object ask(List<String> command) throws IOException {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(("*" + command.size() + "\r\n").getBytes(StandardCharsets.UTF_8));
      for (String word : command) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        request.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
        request.writeBytes(bytes);
        request.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
      }
      request.writeTo(socket.getOutputStream());
      return reply();
    }

    /** A text, a number, null or a list of these. */
    private Object reply() throws IOException {
      String line = line();
      String rest = line.substring(1);
      switch (line.charAt(0)) {
        case '+':
          return rest;
        case ':':
          return number(rest);
        case '$':
          int length = number(rest);
          if (length < 0) {
            return null;
          }
          byte[] bytes = in.readNBytes(length + 2);
          if (bytes.length < length + 2) {
            throw new EOFException();
          }
          return new String(bytes, 0, length, StandardCharsets.UTF_8);
        case '*':
          List<Object> values = new ArrayList<>();
          for (int left = number(rest); left > 0; left--) {
            values.add(reply());
          }
          return values;
        default:
          throw new IOException("Redis answered " + line);
      }
    }

    private static int number(String text) throws IOException {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new IOException("Redis answered " + text, e);
      }
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\r'; c = in.read()) {
        if (c < 0) {
          throw new EOFException();
        }
        line.append((char) c);
      }
      if (in.read() != '\n' || line.isEmpty()) {
        throw new IOException("Redis answered no line");
      }
      return line.toString();
    }

    void close() {
      try {
        socket.close();
      } catch (IOException ignored) {
        // It is not used any more.
      }
    }
  }
}
