/**
 * The report as JSON, for other programs; its schema is {@code reports/report.schema.json}. Start
 * reading at {@link io.meshgauge.report.json.JsonFormat}.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.json;

import org.jspecify.annotations.NullMarked;
