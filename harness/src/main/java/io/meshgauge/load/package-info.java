/**
 * Client side of the load workers: starts them, controls them, fetches their results.
 *
 * <p>A worker is a separate JVM (module {@code jmeter-plans}): a child process that a {@link
 * io.meshgauge.load.Launcher} starts, or a pod that the caller started. A {@link
 * io.meshgauge.load.WorkerLink} connects to either. May use {@code experiment}, {@code measure},
 * {@code topology} and {@code rpc}. Start reading at {@link io.meshgauge.load.LoadGenerator} and
 * {@link io.meshgauge.load.LoadSession}.
 */
@NullMarked
package io.meshgauge.load;

import org.jspecify.annotations.NullMarked;
