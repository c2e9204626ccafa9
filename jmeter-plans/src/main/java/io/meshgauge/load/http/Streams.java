package io.meshgauge.load.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Reads buffers from streams and writes them to streams. */
final class Streams {

  private Streams() {}

  static int read(InputStream in, ByteBuffer buffer) throws IOException {
    if (buffer.hasArray()) {
      int read =
          in.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
      buffer.position(buffer.position() + Math.max(0, read));
      return read;
    }
    byte[] copy = new byte[buffer.remaining()];
    int read = in.read(copy);
    buffer.put(copy, 0, Math.max(0, read));
    return read;
  }

  static void write(OutputStream out, ByteBuffer bytes) throws IOException {
    if (bytes.hasArray()) {
      out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      bytes.position(bytes.limit());
    } else {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      out.write(copy);
    }
    out.flush();
  }
}
