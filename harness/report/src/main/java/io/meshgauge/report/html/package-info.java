/**
 * The report as one self-contained HTML file, with charts that need no network. Start reading at
 * {@link io.meshgauge.report.html.HtmlFormat} and {@code report.mustache}. Each section of the page
 * has a view: a record whose accessors the template reads by name.
 *
 * <p>May use what {@code report} may use, and {@code report} itself.
 */
@NullMarked
package io.meshgauge.report.html;

import org.jspecify.annotations.NullMarked;
