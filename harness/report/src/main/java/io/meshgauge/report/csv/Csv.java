package io.meshgauge.report.csv;

import io.meshgauge.report.VisibleText;
import java.io.IOException;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** The dialect of all CSV files of a report: RFC 4180 quoting, line feeds, a header line. */
final class Csv {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

  /** Characters that start a formula, and their full-width forms, which spreadsheets accept too. */
  private static final String FORMULA_STARTS = "=+-@\uff1d\uff0b\uff0d\uff20";

  private Csv() {}

  static CSVPrinter printer(Appendable out) throws IOException {
    return new CSVPrinter(out, FORMAT);
  }

  /** Quotes text from outside, so that a spreadsheet does not read it as a formula. */
  static String text(String text) {
    String shown = VisibleText.of(text);
    String seen = shown.stripLeading();
    boolean formula = !seen.isEmpty() && FORMULA_STARTS.indexOf(seen.charAt(0)) >= 0;
    return formula ? "'" + shown : shown;
  }

  /** A number as a cell, or an empty cell. */
  static String cell(OptionalDouble value) {
    return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
  }
}
