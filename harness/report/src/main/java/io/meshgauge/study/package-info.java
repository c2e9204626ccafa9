/**
 * Published studies, re-analysed from what they printed: tests and intervals from summary
 * statistics, scores, and which printed figures follow from the others.
 *
 * <p>Values in, values out, offline. Files are read by {@code config.study}. May use {@code score},
 * {@code stats} and {@code measure}. Start reading at {@link io.meshgauge.study.StudyAnalysis}.
 */
@NullMarked
package io.meshgauge.study;

import org.jspecify.annotations.NullMarked;
