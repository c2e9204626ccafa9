/** Traefik Mesh: what of it must be on a cluster. */
@NullMarked
package io.meshgauge.mesh.traefikmesh;

import org.jspecify.annotations.NullMarked;
