/**
 * Due times and kinds of arrivals: pure arithmetic, fixed by a seed before the first request. Uses
 * only the JDK. Start reading at {@link io.meshgauge.load.schedule.Schedule}, then {@link
 * io.meshgauge.load.schedule.RequestMix}.
 */
@NullMarked
package io.meshgauge.load.schedule;

import org.jspecify.annotations.NullMarked;
