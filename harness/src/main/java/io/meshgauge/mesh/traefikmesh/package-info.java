/**
 * Traefik Mesh on a cluster, and what of it must be there. Start reading at {@link
 * io.meshgauge.mesh.traefikmesh.TraefikNodes}.
 */
@NullMarked
package io.meshgauge.mesh.traefikmesh;

import org.jspecify.annotations.NullMarked;
