/** The gate against accepted sessions, in the words of a report. */
@NullMarked
package io.meshgauge.report.gate;

import org.jspecify.annotations.NullMarked;
