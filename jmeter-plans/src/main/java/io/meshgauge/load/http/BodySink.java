package io.meshgauge.load.http;

import java.io.ByteArrayOutputStream;

/** Where response bodies go: usually nowhere. */
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
