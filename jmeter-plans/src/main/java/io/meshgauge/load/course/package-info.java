/**
 * One run of a schedule by a set of worker threads: warm-up, barrier, measured window, end. Knows
 * when, not what: no JMeter and no HTTP here. May use {@code schedule}. Start reading at {@link
 * io.meshgauge.load.course.Course}; {@link io.meshgauge.load.course.Stage} is where the parts of a
 * running plan find each other.
 */
@NullMarked
package io.meshgauge.load.course;

import org.jspecify.annotations.NullMarked;
