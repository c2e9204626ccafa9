package io.meshgauge.load.worker;

import io.meshgauge.load.course.Opening;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command to the load worker.
 *
 * @param kind of the command
 * @param opening of a measured window; as soon as everything is ready where the command has no
 *     arguments
 */
record Word(Kind kind, Opening opening) {

  static final String KNOWN =
      "warm, settled, measure [EPOCH_MICROS] [arm=NUMBER round=NUMBER], stop, end";

  private static final Pattern MEASURE =
      Pattern.compile(
          "measure(?:\\s+(?<start>\\d{1,18}))?(?:\\s+arm=(?<arm>\\d{1,4})\\s+round=(?<round>\\d{1,9}))?");

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
    String command = line.strip();
    for (Kind kind : Kind.values()) {
      if (command.equals(kind.text())) {
        return new Word(kind, Opening.SOON);
      }
    }
    Matcher measure = MEASURE.matcher(command);
    if (measure.matches()) {
      return new Word(Kind.MEASURE, opening(measure));
    }
    throw new IllegalArgumentException(
        "'" + command + "' is not a command of the load worker. Known commands: " + KNOWN + ".");
  }

  /** The command as a line. */
  String line() {
    StringBuilder line = new StringBuilder(kind.text());
    opening.startEpochMicros().ifPresent(start -> line.append(' ').append(start));
    opening
        .turn()
        .ifPresent(turn -> line.append(" arm=%d round=%d".formatted(turn.arm(), turn.round())));
    return line.toString();
  }

  private static Opening opening(Matcher measure) {
    String start = measure.group("start");
    String arm = measure.group("arm");
    return new Opening(
        true,
        start == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(start)),
        arm == null
            ? Optional.empty()
            : Optional.of(
                new Opening.Turn(Integer.parseInt(arm), Long.parseLong(measure.group("round")))));
  }
}
