/**
 * One run of a schedule by a set of worker threads: warm-up, barrier, measured window, end. It
 * determines when requests are sent, not what they are: no JMeter and no HTTP here. May use {@code
 * schedule}. Start reading at {@link io.meshgauge.load.course.Course}; {@link
 * io.meshgauge.load.course.Stage} connects the elements of a running plan.
 */
@NullMarked
package io.meshgauge.load.course;

import org.jspecify.annotations.NullMarked;
