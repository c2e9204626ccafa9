package io.meshgauge.config.jmx;

import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;

/** A file that is no JMeter plan; the message names the file, the line and what to do. */
public final class JmxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Place place;
  private final String what;
  private final String expected;
  private final String advice;

  /**
   * @param line from 1; 0 if it is about the whole file
   */
  JmxException(String source, int line, String what, String expected, String advice) {
    super(
        "%s%s: %s; expected %s: %s"
            .formatted(source, line > 0 ? ":" + line : "", what, expected, advice));
    place = line > 0 ? new Place(source, line, 1) : Place.of(source);
    this.what = what;
    this.expected = expected;
    this.advice = advice;
  }

  /** Reports it where it was found. */
  public void report(Problems problems) {
    problems.wrong(place, what, expected, advice);
  }
}
