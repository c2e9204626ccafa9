/**
 * Traefik Mesh on a cluster, and what of it must be there. Start reading at {@link
 * io.meshgauge.product.traefikmesh.TraefikNodes}.
 */
@NullMarked
package io.meshgauge.product.traefikmesh;

import org.jspecify.annotations.NullMarked;
