/**
 * Advice for kinds of use, from what a session proved and measured, or from the cost model of a
 * sweep.
 *
 * <p>Start reading at {@link io.meshgauge.report.advice.Advice}.
 */
@NullMarked
package io.meshgauge.report.advice;

import org.jspecify.annotations.NullMarked;
