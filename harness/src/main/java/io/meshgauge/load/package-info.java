/**
 * The load worker seen from the harness: starting it, talking with it, reading what it leaves.
 *
 * <p>The worker is a JVM of its own (module {@code jmeter-plans}); how a process is started is
 * handed in as a {@link io.meshgauge.load.Launcher}. May use {@code experiment}, {@code measure}
 * and {@code topology}. Start reading at {@link io.meshgauge.load.LoadGenerator} and {@link
 * io.meshgauge.load.LoadSession}.
 */
@NullMarked
package io.meshgauge.load;

import org.jspecify.annotations.NullMarked;
