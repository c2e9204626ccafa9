package io.meshgauge.config.jmx;

/** A file that is no JMeter plan; the message names the file, the line and what to do. */
public final class JmxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param line from 1; 0 if it is about the whole file
   */
  JmxException(String message, int line) {
    super(message);
    this.line = line;
  }

  /** The line, from 1; 0 if it is about the whole file. */
  public int line() {
    return line;
  }
}
