package io.meshgauge.load.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * A wire whose reads can be limited in time, one by one: what threads need that take turns at
 * reading for each other.
 */
interface TimedWire extends Wire {

  /**
   * Waits for bytes no longer than that; the wire stays usable afterwards.
   *
   * @param millis 1 or more
   * @throws SocketTimeoutException when none came
   */
  int read(ByteBuffer buffer, int millis) throws IOException;

  /** Takes what has come, without waiting: 0 for nothing, -1 when the peer ended the stream. */
  int readNow(ByteBuffer buffer) throws IOException;
}
