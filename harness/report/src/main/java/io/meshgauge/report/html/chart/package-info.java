/** Drawings of the HTML report: SVG without scripts. */
@NullMarked
package io.meshgauge.report.html.chart;

import org.jspecify.annotations.NullMarked;
