/**
 * TCP counters of this machine's network, from the kernel's {@code /proc/net}.
 *
 * <p>Start reading at {@link io.meshgauge.probe.tcp.TcpProbe}.
 */
@NullMarked
package io.meshgauge.probe.tcp;

import org.jspecify.annotations.NullMarked;
