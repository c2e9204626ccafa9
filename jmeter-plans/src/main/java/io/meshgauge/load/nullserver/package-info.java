/**
 * A server that only responds, in a separate process: response times from it are the load
 * generator's own share of every measured time. Uses only the JDK. Start reading at {@link
 * io.meshgauge.load.nullserver.NullServer}.
 */
@NullMarked
package io.meshgauge.load.nullserver;

import org.jspecify.annotations.NullMarked;
