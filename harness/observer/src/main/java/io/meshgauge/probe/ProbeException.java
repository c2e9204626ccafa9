package io.meshgauge.probe;

import org.jspecify.annotations.Nullable;

/** A reading that could not be taken; its message says of what, and what was expected. */
public final class ProbeException extends RuntimeException {
  /** Pages are quoted, and may be long. */
  private static final int MOST = 2_000;

  /** A failure with nothing beneath it. */
  public ProbeException(String message) {
    super(shortened(message));
  }

  /** A failure caused by another. */
  public ProbeException(String message, @Nullable Throwable cause) {
    super(shortened(message), cause);
  }

  /** A page that is not the one that was expected, by its first line. */
  public static ProbeException unexpected(String expected, String page) {
    return new ProbeException(
        "expected %s; found: %s".formatted(expected, page.lines().findFirst().orElse("nothing")));
  }

  private static String shortened(String message) {
    return message.length() > MOST ? message.substring(0, MOST) + "…" : message;
  }
}
