package io.meshgauge.load.worker;

import io.meshgauge.load.course.Opening;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * One word to the load worker.
 *
 * @param kind which word
 * @param startEpochMicros what followed {@code measure}: the window's start in microseconds since
 *     the epoch; empty when nothing did
 */
record Word(Kind kind, OptionalLong startEpochMicros) {

  static final String KNOWN = "warm, measure, measure EPOCH_MICROS, stop, end";

  /** The words there are. */
  enum Kind {
    /** Begin the warm-up. */
    WARM,
    /** Open the window. */
    MEASURE,
    /** End the window early. */
    STOP,
    /** Everything was fetched; a worker that serves may go. */
    END;

    /** The word itself. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is none of the words, with those there are
   */
  static Word parse(String line) {
    String[] parts = line.strip().split("\\s+", -1);
    for (Kind kind : Kind.values()) {
      if (!parts[0].equals(kind.text())) {
        continue;
      }
      if (parts.length == 1) {
        return new Word(kind, OptionalLong.empty());
      }
      if (kind == Kind.MEASURE && parts.length == 2 && parts[1].matches("\\d{1,18}")) {
        return new Word(kind, OptionalLong.of(Long.parseLong(parts[1])));
      }
    }
    throw new IllegalArgumentException(
        "'" + line.strip() + "' is no word of the load worker. There are: " + KNOWN + ".");
  }

  /** The word as a line. */
  String line() {
    return startEpochMicros.isPresent()
        ? kind.text() + " " + startEpochMicros.getAsLong()
        : kind.text();
  }

  /** What a gate that waited for this word may do. */
  Opening opening() {
    return startEpochMicros.isPresent() ? Opening.at(startEpochMicros.getAsLong()) : Opening.SOON;
  }
}
