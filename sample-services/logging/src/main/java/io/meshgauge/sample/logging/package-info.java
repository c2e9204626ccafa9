/**
 * Keeps the newest events in a database. May use the common module. Start reading at {@link
 * io.meshgauge.sample.logging.EventStore}.
 */
@NullMarked
package io.meshgauge.sample.logging;

import org.jspecify.annotations.NullMarked;
