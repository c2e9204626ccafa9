/**
 * What proxies count, in the names that are common to all of them. Start reading at {@link
 * io.meshgauge.measure.counter.CounterSource}.
 */
@NullMarked
package io.meshgauge.measure.counter;

import org.jspecify.annotations.NullMarked;
