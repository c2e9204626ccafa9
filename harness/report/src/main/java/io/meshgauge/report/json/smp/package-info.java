/**
 * The results in the format of the Service Mesh Performance specification, for its tools. Start
 * reading at {@link io.meshgauge.report.json.smp.SmpFormat}.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.json.smp;

import org.jspecify.annotations.NullMarked;
