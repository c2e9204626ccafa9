/** Sets the results of a session next to those of published studies. */
@NullMarked
package io.meshgauge.report.published;

import org.jspecify.annotations.NullMarked;
