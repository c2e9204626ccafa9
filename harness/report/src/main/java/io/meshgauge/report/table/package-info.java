/**
 * The tables of a report as values: each is built once, and console, page and summary draw it.
 * Start reading at {@link io.meshgauge.report.table.Table}.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.table;

import org.jspecify.annotations.NullMarked;
