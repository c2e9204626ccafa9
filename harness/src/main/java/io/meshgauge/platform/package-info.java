/**
 * Where variants run: places that start services and proxies, and take them down again.
 *
 * <p>May use {@code experiment}, {@code measure} and {@code topology}; it knows no mesh, only the
 * {@link io.meshgauge.topology.DataPlane} a mesh designed. Start reading at {@link
 * io.meshgauge.platform.Platform} and {@link io.meshgauge.platform.Deployment}.
 */
@NullMarked
package io.meshgauge.platform;

import org.jspecify.annotations.NullMarked;
