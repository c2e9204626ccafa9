/**
 * Events and their way to logging: asynchronous, bounded, every loss counted. May use {@code http}
 * and {@code peer}. Start reading at {@link io.meshgauge.sample.common.event.EventSender}.
 */
@NullMarked
package io.meshgauge.sample.common.event;

import org.jspecify.annotations.NullMarked;
