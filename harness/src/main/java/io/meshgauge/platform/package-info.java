/**
 * Places that start services and proxies, load and meter them, and take them down.
 *
 * <p>A platform knows no mesh, only the {@link io.meshgauge.topology.design.Design} of a variant.
 * Each platform has its own {@link io.meshgauge.platform.Instruments}. Start reading at {@link
 * io.meshgauge.platform.Platform} and {@link io.meshgauge.platform.Deployment}.
 */
@NullMarked
package io.meshgauge.platform;

import org.jspecify.annotations.NullMarked;
