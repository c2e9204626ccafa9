package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A blocking byte stream in both directions. Closing it from another thread ends a read. */
interface Wire extends Closeable {

  /** Sends the remaining bytes of the buffer. */
  void write(ByteBuffer bytes) throws IOException;

  /** Reads bytes into the buffer; -1 if the peer has ended the stream. */
  int read(ByteBuffer buffer) throws IOException;

  /**
   * Whether no bytes have arrived, without waiting. Bytes on an idle connection mean that the peer
   * has ended the stream, or will.
   */
  boolean isQuiet();

  @Override
  void close();
}
