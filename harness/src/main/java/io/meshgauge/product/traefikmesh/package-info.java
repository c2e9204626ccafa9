/**
 * Traefik Mesh on a cluster, and the components it requires there. Start reading at {@link
 * io.meshgauge.product.traefikmesh.TraefikNodes}.
 */
@NullMarked
package io.meshgauge.product.traefikmesh;

import org.jspecify.annotations.NullMarked;
