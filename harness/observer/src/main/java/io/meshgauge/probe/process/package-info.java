/**
 * CPU and memory of processes and of the machine, from the kernel's {@code /proc}, under cAdvisor's
 * names.
 *
 * <p>Start reading at {@link io.meshgauge.probe.process.ResourceProbe}.
 */
@NullMarked
package io.meshgauge.probe.process;

import org.jspecify.annotations.NullMarked;
