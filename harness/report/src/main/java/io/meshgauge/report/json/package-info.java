/**
 * The report as JSON, for other programs. Start reading at {@link
 * io.meshgauge.report.json.JsonFormat}; the records are the format, and {@code
 * reports/report.schema.json} is derived from them.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.json;

import org.jspecify.annotations.NullMarked;
