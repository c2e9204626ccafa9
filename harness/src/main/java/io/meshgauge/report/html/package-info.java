/**
 * The report as one self-contained HTML file, with charts that need no network. Start reading at
 * {@link io.meshgauge.report.html.HtmlFormat}; each section of the page has a class and a template
 * of the same name.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.html;

import org.jspecify.annotations.NullMarked;
