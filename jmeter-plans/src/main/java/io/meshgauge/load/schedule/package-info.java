/**
 * When arrivals are due and what each of them is: pure arithmetic, fixed by a seed before the first
 * request is sent. Uses nothing but the JDK. Start reading at {@link
 * io.meshgauge.load.schedule.Schedule}, then {@link io.meshgauge.load.schedule.RequestMix}.
 */
@NullMarked
package io.meshgauge.load.schedule;

import org.jspecify.annotations.NullMarked;
