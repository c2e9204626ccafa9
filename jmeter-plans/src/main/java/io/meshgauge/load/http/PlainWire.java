package io.meshgauge.load.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A TCP connection. A blocking channel costs one system call to write and one to read, where a
 * socket with a timeout of its own costs five.
 */
final class PlainWire implements Wire {

  private final SocketChannel channel;
  private final ByteBuffer peek = ByteBuffer.allocate(1);

  private PlainWire(SocketChannel channel) {
    this.channel = channel;
  }

  static PlainWire connect(HttpTarget target, int timeoutMillis) throws IOException {
    SocketChannel opening = SocketChannel.open();
    try {
      opening.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opening.socket().connect(new InetSocketAddress(target.host(), target.port()), timeoutMillis);
      return new PlainWire(opening);
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
  public boolean isQuiet() {
    try {
      channel.configureBlocking(false);
      peek.clear();
      boolean quiet = channel.read(peek) == 0;
      channel.configureBlocking(true);
      return quiet;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // It is of no further use either way.
    }
  }
}
