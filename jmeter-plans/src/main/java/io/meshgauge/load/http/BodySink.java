package io.meshgauge.load.http;

import java.io.ByteArrayOutputStream;

/** Receives response bodies; by default discards them. */
final class BodySink {

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  private boolean keep;

  void keep(boolean newKeep) {
    keep = newKeep;
  }

  void accept(byte[] bytes, int from, int length) {
    if (keep) {
      kept.write(bytes, from, length);
    }
  }

  void clear() {
    kept.reset();
  }

  byte[] bytes() {
    return kept.toByteArray();
  }
}
