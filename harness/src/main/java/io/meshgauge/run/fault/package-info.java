/**
 * Faults and configuration changes injected during a window.
 *
 * <p>Start reading at {@link io.meshgauge.run.fault.FaultInjector}.
 */
@NullMarked
package io.meshgauge.run.fault;

import org.jspecify.annotations.NullMarked;
