/**
 * The report as flat tables, for spreadsheets and notebooks. Start reading at {@link
 * io.meshgauge.report.csv.RunsCsvFormat}.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.csv;

import org.jspecify.annotations.NullMarked;
