package io.meshgauge.load.worker;

import io.meshgauge.load.course.Opening;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A command to the load worker.
 *
 * @param kind of the command
 * @param startEpochMicros argument of {@code measure}: the window's start in microseconds since the
 *     epoch; may be empty
 */
record Word(Kind kind, OptionalLong startEpochMicros) {

  static final String KNOWN = "warm, settled, measure, measure EPOCH_MICROS, stop, end";

  /** Kinds of commands. */
  enum Kind {
    /** Begin the warm-up. */
    WARM,
    /** The system under load is warm: end the warm-up early. */
    SETTLED,
    /** Open the window. */
    MEASURE,
    /** End the window early. */
    STOP,
    /** All results were fetched; a worker with {@code --serve} exits. */
    END;

    /** The command's name. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if it is not a command, listing the known ones
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
        "'"
            + line.strip()
            + "' is not a command of the load worker. Known commands: "
            + KNOWN
            + ".");
  }

  /** The command as a line. */
  String line() {
    return startEpochMicros.isPresent()
        ? kind.text() + " " + startEpochMicros.getAsLong()
        : kind.text();
  }

  /** The opening of the gate that waited for this command. */
  Opening opening() {
    return startEpochMicros.isPresent() ? Opening.at(startEpochMicros.getAsLong()) : Opening.SOON;
  }
}
