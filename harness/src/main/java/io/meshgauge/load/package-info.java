/**
 * The load worker seen from the harness: starting it, talking with it, reading what it leaves.
 *
 * <p>The worker is a JVM of its own (module {@code jmeter-plans}): a child process, started by a
 * {@link io.meshgauge.load.Launcher} that is handed in, or one of several pods that someone else
 * started. Either is driven through a {@link io.meshgauge.load.WorkerLink}. May use {@code
 * experiment}, {@code measure} and {@code topology}. Start reading at {@link
 * io.meshgauge.load.LoadGenerator} and {@link io.meshgauge.load.LoadSession}.
 */
@NullMarked
package io.meshgauge.load;

import org.jspecify.annotations.NullMarked;
