/**
 * The load worker: a process that runs one plan and exchanges commands and JSON events with its
 * client. May use all packages of this module. Start reading at {@link
 * io.meshgauge.load.worker.LoadWorker}; {@link io.meshgauge.load.worker.JMeterRuntime} is the only
 * class that touches JMeter's process-wide state.
 */
@NullMarked
package io.meshgauge.load.worker;

import org.jspecify.annotations.NullMarked;
