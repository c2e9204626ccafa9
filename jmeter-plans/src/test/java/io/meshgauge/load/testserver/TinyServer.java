package io.meshgauge.load.testserver;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server with a thread per connection, which answers as the sample gateway does: 401
 * without a token, 403 to a guest's or a risky one's POST, 201 to another POST, 200 otherwise.
 */
public final class TinyServer implements Closeable {

  /** The path that is answered with something which is not HTTP. */
  public static final String GARBLED = "/garbled";

  /** The path whose answer is never sent. */
  public static final String SILENT = "/silent";

  /** The path whose connection is closed instead of an answer. */
  public static final String CLOSING = "/closing";

  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicLong requests = new AtomicLong();
  private volatile long stallUntilNanos = Long.MIN_VALUE;
  private volatile long stallAt = -1;
  private volatile long stallMillis;

  /** A server on a free port of loopback. */
  public TinyServer() throws IOException {
    this(0);
  }

  private TinyServer(int port) throws IOException {
    this(new ServerSocket(port, 200, InetAddress.getLoopbackAddress()));
  }

  /** A server on a socket of another kind, such as one with TLS. */
  public TinyServer(ServerSocket listener) {
    this.listener = listener;
    start(this::accept);
  }

  /** Serves until killed, for looking at plans by hand. */
  public static void main(String[] arguments) throws IOException {
    new TinyServer(Integer.parseInt(arguments[0]));
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "tiny-server");
    thread.setDaemon(!Boolean.getBoolean("tiny.foreground"));
    thread.start();
  }

  /** The port it listens on. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Connections accepted so far. */
  public int accepted() {
    return accepted.get();
  }

  /** Requests read so far. */
  public long requests() {
    return requests.get();
  }

  /** Holds every answer back for that long, from now. */
  public void stall(long millis) {
    stallUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Holds every answer back for that long, from when that many requests have been read. */
  public void stallAt(long request, long millis) {
    stallMillis = millis;
    stallAt = request;
  }

  /** Ends all connections, as a server does with idle ones. */
  public void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        accepted.incrementAndGet();
        sockets.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException ignored) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      String head = readHead(in);
      while (head != null) {
        if (requests.incrementAndGet() == stallAt) {
          stall(stallMillis);
        }
        answer(head, out);
        head = readHead(in);
      }
    } catch (IOException | InterruptedException ignored) {
      // The client has gone, or is to be left alone.
    } finally {
      sockets.remove(socket);
    }
  }

  private void answer(String head, OutputStream out) throws IOException, InterruptedException {
    long stall = stallUntilNanos - System.nanoTime();
    if (stallUntilNanos != Long.MIN_VALUE && stall > 0) {
      TimeUnit.NANOSECONDS.sleep(stall);
    }
    if (head.contains(CLOSING)) {
      throw new IOException("as asked");
    } else if (head.contains(SILENT)) {
      TimeUnit.SECONDS.sleep(30);
    } else if (head.contains(GARBLED)) {
      out.write("220 mail.example ESMTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } else {
      String body = "{\"orders\":[]}";
      out.write(
          ("HTTP/1.1 "
                  + status(head)
                  + " X\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body)
              .getBytes(StandardCharsets.US_ASCII));
    }
    out.flush();
  }

  private static int status(String head) {
    boolean post = head.startsWith("POST ");
    if (!head.contains("Authorization: Bearer ")) {
      return 401;
    }
    if (!post) {
      return 200;
    }
    return head.contains("guest-token") || head.contains("risky-token") ? 403 : 201;
  }

  private static @Nullable String readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < 4) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.write(b);
      matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    in.skipNBytes(contentLength(text));
    return text;
  }

  private static int contentLength(String head) {
    for (String line : head.split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        return Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    hangUp();
  }
}
