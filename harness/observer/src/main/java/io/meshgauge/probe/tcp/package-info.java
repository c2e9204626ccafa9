/**
 * TCP counters of this machine's network, from the kernel's {@code /proc/net}, or of a pod's, from
 * the same files as an observer has read them.
 *
 * <p>Start reading at {@link io.meshgauge.probe.tcp.TcpProbe}.
 */
@NullMarked
package io.meshgauge.probe.tcp;

import org.jspecify.annotations.NullMarked;
