package io.meshgauge.report;

import java.io.IOException;

/**
 * One way to write a {@link Report} down.
 *
 * <p>The same report always gives the same characters, whatever the machine's locale and time zone;
 * text that came from outside is escaped as the format asks.
 */
public interface ReportFormat {

  /** The name used on the command line, for example {@code json}. */
  String name();

  /** The file it is kept in, relative to the report's folder, for example {@code report.json}. */
  String fileName();

  /**
   * Writes the whole report.
   *
   * @param report what to write
   * @param out where to; UTF-8 when it ends in a file; not closed
   * @throws IOException when {@code out} does
   */
  void write(Report report, Appendable out) throws IOException;
}
