/**
 * The report as text for a terminal. Start reading at {@link
 * io.meshgauge.report.console.ConsoleFormat}.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.console;

import org.jspecify.annotations.NullMarked;
