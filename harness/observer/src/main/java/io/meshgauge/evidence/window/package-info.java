/**
 * What was observed of one measurement window: proxy counters, the requests to expect, and the
 * conversion of a failing proof into missing evidence.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.window.ProxyCounters}.
 */
@NullMarked
package io.meshgauge.evidence.window;

import org.jspecify.annotations.NullMarked;
