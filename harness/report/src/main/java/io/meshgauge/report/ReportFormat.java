package io.meshgauge.report;

import java.io.IOException;

/**
 * Output format of a {@link Report}.
 *
 * <p>The same report gives the same characters in every locale and time zone. Text from outside is
 * escaped as the format requires.
 */
public interface ReportFormat {

  /** The name used on the command line, for example {@code json}. */
  String name();

  /** File name, relative to the report's folder, for example {@code report.json}. */
  String fileName();

  /**
   * Writes the whole report.
   *
   * @param report what to write
   * @param out destination, not closed; files are UTF-8
   * @throws IOException if {@code out} throws it
   */
  void write(Report report, Appendable out) throws IOException;
}
