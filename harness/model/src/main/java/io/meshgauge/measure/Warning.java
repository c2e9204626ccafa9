package io.meshgauge.measure;

/**
 * A reservation that travels with a result to every report.
 *
 * @param kind what programs may conclude from it
 * @param subject what it is about, for example a variant, a plan or a metric
 * @param text one sentence: what was noticed and what follows for the reader
 */
public record Warning(Kind kind, String subject, String text) {

  /** What programs may conclude from a warning. */
  public enum Kind {
    /** Nothing: it is for readers. */
    GENERAL,
    /** The session was not compared with accepted ones. */
    NOT_COMPARED
  }

  /** A warning for readers. */
  public Warning(String subject, String text) {
    this(Kind.GENERAL, subject, text);
  }
}
