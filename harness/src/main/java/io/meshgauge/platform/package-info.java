/**
 * Where variants run: places that start services and proxies, and take them down again.
 *
 * <p>May use {@code experiment}, {@code measure} and {@code topology}; it knows no mesh, only the
 * {@link io.meshgauge.topology.Design} of a variant, of which a platform takes the form that it
 * understands. Start reading at {@link io.meshgauge.platform.Platform} and {@link
 * io.meshgauge.platform.Deployment}.
 */
@NullMarked
package io.meshgauge.platform;

import org.jspecify.annotations.NullMarked;
