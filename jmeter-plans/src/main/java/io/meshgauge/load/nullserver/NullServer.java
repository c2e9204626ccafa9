package io.meshgauge.load.nullserver;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * An HTTP/1.1 server on loopback that answers every request with the same 200 at once, by one
 * thread and without looking further than to the end of the request's head. For requests without a
 * body, one at a time on a connection.
 */
public final class NullServer implements Closeable {

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int BACKLOG = 1024;
  private static final int READ_BUFFER_BYTES = 1 << 16;

  private final Selector selector;
  private final ServerSocketChannel listener;
  private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BUFFER_BYTES);
  private final ByteBuffer out = ByteBuffer.allocateDirect(ANSWER.length).put(ANSWER);

  /** Creates a server on a free port; {@link #serve} starts it. */
  public NullServer() throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Prints its port, then serves while its standard input is open. */
  public static void main(String[] arguments) throws IOException {
    NullServer server = new NullServer();
    Thread serving = new Thread(server::serve, "null-server");
    serving.setDaemon(true);
    serving.start();
    System.out.println(server.port());
    while (System.in.read() >= 0) {
      // It receives no input: the end of the stream means that its parent process has ended.
    }
  }

  /** The port it listens on. */
  public int port() {
    return listener.socket().getLocalPort();
  }

  /** Serves until closed. */
  public void serve() {
    try {
      while (selector.isOpen()) {
        selector.select(this::ready);
      }
    } catch (IOException | java.nio.channels.ClosedSelectorException ignored) {
      // Closed.
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        SocketChannel accepted = listener.accept();
        accepted.configureBlocking(false);
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        accepted.register(selector, SelectionKey.OP_READ);
      } else {
        answer((SocketChannel) key.channel());
      }
    } catch (IOException e) {
      hangUp(key);
    }
  }

  private void answer(SocketChannel channel) throws IOException {
    in.clear();
    int read = channel.read(in);
    if (read < 0) {
      channel.close();
    } else if (read >= 4 && in.get(read - 1) == '\n' && in.get(read - 3) == '\n') {
      out.rewind();
      channel.write(out);
    }
  }

  private static void hangUp(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException ignored) {
      // Nothing left to close.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    selector.close();
  }
}
