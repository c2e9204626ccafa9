package io.meshgauge.load.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A TCP connection. A write, and a read without a timeout, cost one system call; a read with a
 * timeout costs four more.
 */
final class SocketWire implements TimedWire {

  private final SocketChannel channel;
  private final Socket socket;
  private final InputStream in;

  private SocketWire(SocketChannel channel) throws IOException {
    this.channel = channel;
    socket = channel.socket();
    in = socket.getInputStream();
  }

  static SocketWire connect(HttpTarget target, int timeoutMillis) throws IOException {
    SocketChannel opening = SocketChannel.open();
    try {
      opening.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opening.socket().connect(new InetSocketAddress(target.host(), target.port()), timeoutMillis);
      return new SocketWire(opening);
    } catch (IOException e) {
      opening.close();
      throw e;
    }
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    return channel.read(buffer);
  }

  @Override
  public int read(ByteBuffer buffer, int millis) throws IOException {
    socket.setSoTimeout(millis);
    return Streams.read(in, buffer);
  }

  @Override
  public int readNow(ByteBuffer buffer) throws IOException {
    channel.configureBlocking(false);
    try {
      return channel.read(buffer);
    } finally {
      channel.configureBlocking(true);
    }
  }

  @Override
  public boolean isQuiet() {
    try {
      return readNow(ByteBuffer.allocate(1)) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // Nothing left to close.
    }
  }
}
