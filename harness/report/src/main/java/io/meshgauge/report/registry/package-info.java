/**
 * The registry of report formats.
 *
 * <p>Start reading at {@link io.meshgauge.report.registry.ReportFormats}.
 */
@NullMarked
package io.meshgauge.report.registry;

import org.jspecify.annotations.NullMarked;
