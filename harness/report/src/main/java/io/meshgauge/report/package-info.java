/**
 * What a session says, as one value, and the ways to write it down.
 *
 * <p>May use {@code score}, {@code stats}, {@code measure} and {@code experiment}: it sees archived
 * values only, never a process, a proxy or a clock, so that a report can be made again years later.
 * Start reading at {@link io.meshgauge.report.Report} and {@link io.meshgauge.stats.Verdict}; a new
 * format implements {@link io.meshgauge.report.ReportFormat} and gets a line in {@link
 * io.meshgauge.report.registry.ReportFormats}.
 */
@NullMarked
package io.meshgauge.report;

import org.jspecify.annotations.NullMarked;
