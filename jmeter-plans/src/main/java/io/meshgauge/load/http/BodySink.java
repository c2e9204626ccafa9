package io.meshgauge.load.http;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Receives response bodies; by default it keeps the beginning of one, to quote it. */
final class BodySink {
  private static final int EXCERPT_BYTES = 256;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  private final byte[] excerpt = new byte[EXCERPT_BYTES];
  private int excerptBytes;
  private boolean keep;

  void keep(boolean newKeep) {
    keep = newKeep;
  }

  void accept(byte[] bytes, int from, int length) {
    int room = Math.min(length, EXCERPT_BYTES - excerptBytes);
    System.arraycopy(bytes, from, excerpt, excerptBytes, room);
    excerptBytes += room;
    if (keep) {
      kept.write(bytes, from, length);
    }
  }

  void clear() {
    excerptBytes = 0;
    kept.reset();
  }

  byte[] bytes() {
    return kept.toByteArray();
  }

  byte[] excerpt() {
    return Arrays.copyOf(excerpt, excerptBytes);
  }
}
