package io.meshgauge.load.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A TCP connection with limits on its reads, each of which costs two more system calls. */
final class SocketWire implements TimedWire {

  private final SocketChannel channel;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  private SocketWire(SocketChannel channel) throws IOException {
    this.channel = channel;
    socket = channel.socket();
    in = socket.getInputStream();
    out = socket.getOutputStream();
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
    Streams.write(out, bytes);
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    return read(buffer, 0);
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
      // It is of no further use either way.
    }
  }
}
