/**
 * Passive observation of the wire: packet sockets, taps and captures between nodes.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.capture.WireWatch}.
 */
@NullMarked
package io.meshgauge.evidence.capture;

import org.jspecify.annotations.NullMarked;
