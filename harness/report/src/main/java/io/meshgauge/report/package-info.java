/**
 * The report of a session as one value, and its output formats.
 *
 * <p>May use {@code score}, {@code stats}, {@code measure} and {@code experiment}: it reads
 * archived values only, no process, proxy or clock, so that a report can be regenerated years
 * later. Start reading at {@link io.meshgauge.report.Report} and {@link
 * io.meshgauge.stats.Verdict}; a new format implements {@link io.meshgauge.report.ReportFormat} and
 * gets a line in {@link io.meshgauge.report.registry.ReportFormats}.
 */
@NullMarked
package io.meshgauge.report;

import org.jspecify.annotations.NullMarked;
