/**
 * The sender of a TCP stream: iperf3 as a client, a child process on this machine or a program in a
 * pod.
 *
 * <p>What it printed is handed on as it came; the archive reads it. May use {@code topology}. Start
 * reading at {@link io.meshgauge.load.stream.StreamClient}.
 */
@NullMarked
package io.meshgauge.load.stream;

import org.jspecify.annotations.NullMarked;
