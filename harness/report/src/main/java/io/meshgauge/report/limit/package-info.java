/** What limits of CPU and memory did to the processes of an arm. */
@NullMarked
package io.meshgauge.report.limit;

import org.jspecify.annotations.NullMarked;
