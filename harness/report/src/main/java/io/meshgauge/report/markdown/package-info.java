/** The report as Markdown, short enough for a pull request. */
@NullMarked
package io.meshgauge.report.markdown;

import org.jspecify.annotations.NullMarked;
