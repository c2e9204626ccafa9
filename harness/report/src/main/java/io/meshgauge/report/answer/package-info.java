/**
 * What a report says to a reader who has a minute, and how sure that is.
 *
 * <p>Start reading at {@link io.meshgauge.report.answer.Brief}.
 */
@NullMarked
package io.meshgauge.report.answer;

import org.jspecify.annotations.NullMarked;
