/**
 * TCP streams from an iperf3 client: a child process on this machine or a program in a pod.
 *
 * <p>Its output is returned unchanged; the archive parses it. May use {@code topology}. Start
 * reading at {@link io.meshgauge.load.stream.StreamClient}.
 */
@NullMarked
package io.meshgauge.load.stream;

import org.jspecify.annotations.NullMarked;
