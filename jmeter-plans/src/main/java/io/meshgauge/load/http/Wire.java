package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A blocking stream of bytes to a peer and back. Closing it from another thread ends a read. */
interface Wire extends Closeable {

  /** Sends all that remains in the buffer. */
  void write(ByteBuffer bytes) throws IOException;

  /** Waits for bytes and puts them into the buffer; -1 when the peer has ended the stream. */
  int read(ByteBuffer buffer) throws IOException;

  /**
   * Whether nothing came meanwhile, without waiting. At rest anything else than silence means that
   * the peer has ended the stream, or is about to.
   */
  boolean isQuiet();

  @Override
  void close();
}
