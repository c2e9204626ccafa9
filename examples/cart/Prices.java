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
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * The prices of the shop's items, in cents, kept in Redis. A request makes exactly one command:
 * /prices an MGET, /prices/ITEM a GET, /healthz none. There are no retries: a failed command is
 * answered with 503.
 *
 * <p>Run with: java Prices.java --listen HOST:PORT --redis HOST:PORT
 */
public final class Prices {
  private static final Map<String, String> ITEMS =
      new TreeMap<>(Map.of("tea", "320", "coffee", "450", "cocoa", "510", "mug", "1250"));
  private static final Pattern ITEM = Pattern.compile("[a-z]{1,32}");
  private static final int WORKERS = 32;
  private static final int MILLIS = 2_000;

  private final InetSocketAddress redis;
  private final ConcurrentLinkedDeque<Redis> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean ready;

  private Prices(InetSocketAddress redis) {
    this.redis = redis;
  }

  public static void main(String[] words) throws Exception {
    Map<String, InetSocketAddress> addresses = new TreeMap<>();
    for (int i = 0; i + 1 < words.length; i += 2) {
      int colon = words[i + 1].lastIndexOf(':');
      String host = words[i + 1].substring(0, colon);
      int port = Integer.parseInt(words[i + 1].substring(colon + 1));
      addresses.put(words[i], InetSocketAddress.createUnresolved(host, port));
    }
    if (!addresses.keySet().equals(Set.of("--listen", "--redis"))) {
      System.err.println("expected: --listen HOST:PORT --redis HOST:PORT");
      System.exit(2);
    }
    // Headers and body are two segments. Without this, the second waits 40 ms for the client's
    // delayed acknowledgement of the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Prices prices = new Prices(addresses.get("--redis"));
    HttpServer server = HttpServer.create(resolved(addresses.get("--listen")), 128);
    server.setExecutor(Executors.newFixedThreadPool(WORKERS));
    server.createContext("/", prices::answer);
    server.start();
    System.err.println("prices: listening on " + server.getAddress());
    prices.awaitRedis();
  }

  /** Until Redis has answered once. */
  private void awaitRedis() throws InterruptedException {
    while (!ready) {
      try {
        idle.addFirst(new Redis());
        ready = true;
      } catch (IOException notYet) {
        Thread.sleep(100);
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
    Object found = ask(command);
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
    Object value = ask(List.of("GET", "price:" + item));
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
  private Object ask(List<String> command) {
    Redis connection = idle.pollFirst();
    try {
      if (connection == null) {
        connection = new Redis();
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

  private static InetSocketAddress resolved(InetSocketAddress address) {
    return new InetSocketAddress(address.getHostString(), address.getPort());
  }

  /** A connection to Redis, with as much of its protocol as the shop needs. */
  private final class Redis {
    private final Socket socket = new Socket();
    private final InputStream in;

    /** Connects, and stores the prices that Redis lacks: it keeps nothing when it is restarted. */
    Redis() throws IOException {
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
