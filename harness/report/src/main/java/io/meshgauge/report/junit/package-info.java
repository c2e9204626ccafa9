/**
 * The report as JUnit XML, for build servers. Start reading at {@link
 * io.meshgauge.report.junit.JUnitFormat}.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.junit;

import org.jspecify.annotations.NullMarked;
