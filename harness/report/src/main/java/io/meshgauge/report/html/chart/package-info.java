/**
 * Drawings of the HTML report: SVG without scripts, and the numbers of charts that a script draws.
 */
@NullMarked
package io.meshgauge.report.html.chart;

import org.jspecify.annotations.NullMarked;
