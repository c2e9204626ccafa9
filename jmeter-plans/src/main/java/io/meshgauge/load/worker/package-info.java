/**
 * The load worker: a process that runs one plan and exchanges JSON lines with its parent process.
 * May use everything here. Start reading at {@link io.meshgauge.load.worker.LoadWorker}; {@link
 * io.meshgauge.load.worker.JMeterRuntime} is the only class that touches JMeter's process-wide
 * state.
 */
@NullMarked
package io.meshgauge.load.worker;

import org.jspecify.annotations.NullMarked;
