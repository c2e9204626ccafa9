/**
 * The proxies of a data plane: where they listen, what they are configured with, and what they
 * answer. Start reading at {@link io.meshgauge.topology.plane.DataPlane}.
 */
@NullMarked
package io.meshgauge.topology.plane;

import org.jspecify.annotations.NullMarked;
