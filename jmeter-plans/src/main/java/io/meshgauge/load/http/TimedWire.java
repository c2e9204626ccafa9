package io.meshgauge.load.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** A wire with a timeout per read, for threads that take turns reading for each other. */
interface TimedWire extends Wire {

  /**
   * Reads with a timeout; the wire stays usable afterwards.
   *
   * @param millis at least 1
   * @throws SocketTimeoutException if no bytes arrived
   */
  int read(ByteBuffer buffer, int millis) throws IOException;

  /** Reads available bytes without waiting: 0 for none, -1 if the peer ended the stream. */
  int readNow(ByteBuffer buffer) throws IOException;
}
