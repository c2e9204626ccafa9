/**
 * A server that answers and does nothing else, in a process of its own: what a request through it
 * takes is the load generator's own share of every time it measures. Uses nothing but the JDK.
 * Start reading at {@link io.meshgauge.load.nullserver.NullServer}.
 */
@NullMarked
package io.meshgauge.load.nullserver;

import org.jspecify.annotations.NullMarked;
